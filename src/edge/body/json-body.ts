import type { Request, RequestHandler } from 'express';
import { DomainError } from '#kernel/errors.js';
import { atOnce, inTurns } from '#host/loop/turn.js';
import { stallWatch, type Occupant } from '#host/loop/stall-watch.js';
import { readBytes, unsupportedMedia } from './body-bytes.js';
import { largeBodyBytes, parseLargeJson } from './parse-in-pieces.js';
import { parseJson } from './parse-json.js';
import { refuseRepeated, repeatedKeySteps } from './fields/repeated-keys.js';

const maxBytes = 10 * 1024 * 1024;
const jsonType = /^application\/(?:[\w.+-]+\+)?json[ \t]*(?:;|$)/i;
const multipartType = /^multipart\//i;
const charsetPattern = /;[ \t]*charset[ \t]*=[ \t]*"?([^"; \t]*)/i;
const routesOfAnyJson = new WeakSet<object>();

/** What a route takes: `anything` also a text or a number; `repeatedKeys` objects that have a key twice, of which the last one counts. */
export interface Takes {
  readonly anything?: boolean;
  readonly repeatedKeys?: boolean;
}

/** A route whose body may be any JSON, a text or a number too. Other routes take objects and arrays. */
export const TakesAnyJson = (): MethodDecorator => (_target, _name, descriptor) => {
  if (typeof descriptor.value === 'function') routesOfAnyJson.add(descriptor.value);
};

export function takesAnyJson(route: object): boolean {
  return routesOfAnyJson.has(route);
}

/**
 * Reads a JSON body into `request.body`: at most 10 MiB, UTF-8, not compressed; an empty body is `{}`. Skips GET and HEAD, and
 * multipart requests, whose parser is chosen by the route. Every refusal goes to `next` as a DomainError.
 */
export function jsonBody(takes: Takes = {}): RequestHandler {
  return (request, _response, next) => {
    if (isForOthers(request)) return next();
    if (isEmpty(request)) {
      request.body = {};
      return next();
    }
    const problem = typeProblem(request.headers['content-type'] ?? '');
    if (problem === undefined) read(request, takes, next);
    else if (isChunked(request)) refuseUnlessEmpty(request, problem, next);
    else next(unsupportedMedia(problem));
  };
}

function isForOthers({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || multipartType.test(headers['content-type'] ?? '');
}

function isEmpty(request: Request): boolean {
  return !isChunked(request) && Number(request.headers['content-length'] ?? 0) === 0;
}

/** Whether the body has no stated length. */
function isChunked({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/** An empty body has no type: a body has the wrong type only from its first byte on. */
function refuseUnlessEmpty(request: Request, problem: string, next: (error?: unknown) => void): void {
  readBytes(request, 0, (error, body) => {
    if (body === undefined) return next(error instanceof DomainError && error.kind === 'too-large' ? unsupportedMedia(problem) : error);
    request.body = {};
    next();
  });
}

function typeProblem(type: string): string | undefined {
  if (type === 'application/json') return undefined;
  if (!jsonType.test(type)) return 'The Content-Type must be application/json';
  const charset = charsetPattern.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  return charset === 'utf-8' || charset === 'utf8' ? undefined : 'The request body must be UTF-8';
}

function read(request: Request, takes: Takes, next: (error?: unknown) => void): void {
  const kind = takes.anything === true ? 'anything' : 'structures';
  readBytes(request, maxBytes, (error, body) => {
    if (body === undefined) return next(error);
    if (body.length >= largeBodyBytes) {
      parseLargeJson(body, kind)
        .then(async (value) => {
          if (takes.repeatedKeys !== true) refuseRepeated(await inTurns(repeatedKeySteps(body.toString())));
          request.body = value;
        })
        .then(() => next(), next);
      return;
    }
    try {
      request.body =
        body.length === 0
          ? {}
          : stallWatch.piece(
              () => bodyOf(request),
              () => parseJson(body, kind),
            );
      if (takes.repeatedKeys !== true) refuseRepeated(atOnce(repeatedKeySteps(body.toString())));
    } catch (refusal) {
      return next(refusal);
    }
    next();
  });
}

function bodyOf({ method, route }: Request): Occupant {
  return { kind: 'route', name: `${method} ${(route as { path?: string } | undefined)?.path ?? 'unmatched'}`, facts: { part: 'body' } };
}
