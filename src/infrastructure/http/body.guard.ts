import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '#kernel/errors.js';
import { bodyKindKey, type BodyKind } from './accepts.decorator.js';
import { jsonBody } from './json-body.js';
import { refuseNulInUrl } from './nul-in-url.js';

const readJson = jsonBody();
const checkUrl = refuseNulInUrl();
const multipart = /^multipart\/form-data[ \t]*;/i;

/** Reads the body, after the guards that may refuse the caller: the order of the guards is the order of the checks. */
@Injectable()
export class BodyGuard implements CanActivate {
  canActivate(context: ExecutionContext): Promise<boolean> | boolean {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    checkUrl(request, response, raise);
    const kind = (Reflect.getMetadata(bodyKindKey, context.getHandler()) as BodyKind | undefined) ?? 'json';
    if (kind === 'raw' || request.method === 'GET' || request.method === 'HEAD') return true;
    const isMultipart = multipart.test(request.headers['content-type'] ?? '');
    if (isMultipart !== (kind === 'multipart')) throw unsupported(kind);
    return isMultipart || read(request, response);
  }
}

function read(request: Request, response: Response): Promise<boolean> {
  return new Promise((resolve, reject) => {
    readJson(request, response, (error?: unknown) => (error === undefined ? resolve(true) : reject(error)));
  });
}

function raise(error?: unknown): void {
  if (error !== undefined) throw error;
}

function unsupported(kind: BodyKind): DomainError {
  const expected = kind === 'multipart' ? 'multipart/form-data' : 'application/json';
  return new DomainError('unsupported-media', 'UNSUPPORTED_MEDIA_TYPE', `The Content-Type must be ${expected}`);
}
