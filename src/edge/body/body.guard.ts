import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { readBytes, unsupportedMedia } from './body-bytes.js';
import { takesBytes } from './routes/bytes-route.js';
import { isForm, readForm } from './form-body.js';
import { jsonBody, takesAnyJson } from './json-body.js';
import { ignoresUnknownFields, refuseUndeclared } from './fields/undeclared-fields.js';
import { refuseNulInUrl } from '#edge/request/nul-in-url.js';
import type { GatePlace } from '#edge/request/gate-place.js';
import { readsWorkspace, refuseTwoWorkspaces } from './one-workspace.js';
import { takesRepeatedKeys } from './fields/repeated-keys.js';
import { takesStream } from './routes/stream-route.js';
import { takesUpload, takesUploadOrJson } from '#edge/body/routes/upload-route.js';

/** Of bodies with data of callers the last of repeated keys counts; elsewhere a repeated field is refused. */
const readOurs = jsonBody();
const readData = jsonBody({ repeatedKeys: true });
const readAnyData = jsonBody({ anything: true, repeatedKeys: true });
const checkUrl = refuseNulInUrl();
const multipart = /^multipart\//i;

/** Reads the body, after the guards that may refuse the caller: the order of the guards is the order of the checks. */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): Promise<boolean> | boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    checkUrl(request, response, raise);
    const { place, complete: hasArrived } = request;
    const route = context.getHandler();
    if (takesBytes(route)) return arrived(request);
    const isMixedForm = takesUploadOrJson(route) && multipart.test(request.headers['content-type'] ?? '');
    if (isMixedForm) request.body = {};
    const isStreamed = isMixedForm || (takesUpload(route) && !isForm(request, route)) || takesStream(request, route);
    if (isStreamed || request.method === 'GET' || request.method === 'HEAD') {
      refuseUndeclared(context, request);
      if (!isStreamed) return begin(place);
      if (!hasArrived) place?.awaitBody(true);
      return true;
    }
    if (multipart.test(request.headers['content-type'] ?? ''))
      return refuse(request, unsupportedMedia('The Content-Type must be application/json'));
    if (!hasArrived) place?.awaitBody(false);
    return new Promise<true>((resolve, reject) => {
      const settle = (error?: unknown): void => {
        try {
          raise(error);
          resolve(begin(place));
        } catch (problem) {
          refuse(request, problem).catch(reject);
        }
      };
      if (isForm(request, route)) readForm(request, settle);
      else if (takesAnyJson(route)) readAnyData(request, response, settle);
      else readerOf(request, route)(request, response, (error) => settle(error ?? problemOf(context, request)));
    });
  }
}

function readerOf(request: Request, route: object): RequestHandler {
  return ignoresUnknownFields(request, route) || takesRepeatedKeys(route) ? readData : readOurs;
}

const mostBytes = 10 * 1024 * 1024;

/** Reads the body as bytes, whatever its type says. */
function arrived(request: Request): Promise<boolean> {
  const { place, complete } = request;
  if (!complete) place?.awaitBody(false);
  return new Promise<void>((resolve, reject) => {
    readBytes(request, mostBytes, (error, body) => {
      request.body = body;
      if (body === undefined) reject(error as Error);
      else resolve();
    });
  }).then(() => begin(place));
}

/** The rate of a caller is checked before what it has sent. */
async function refuse({ takeTokenUnread }: Request, problem: unknown): Promise<never> {
  await takeTokenUnread?.();
  throw problem;
}

function begin(place: GatePlace | undefined): true {
  place?.beginWork();
  return true;
}

function problemOf(context: ExecutionContext, request: Request): unknown {
  try {
    if (readsWorkspace(context)) refuseTwoWorkspaces(request);
    refuseUndeclared(context, request);
    return undefined;
  } catch (error) {
    return error;
  }
}

function raise(error?: unknown): void {
  if (error !== undefined) throw error;
}
