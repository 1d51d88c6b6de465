import type { Request, RequestHandler } from 'express';
import { DomainError } from '#kernel/errors.js';
import { invalidJson, parseJson } from './parse-json.js';

const MAX_BYTES = 10 * 1024 * 1024;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json[ \t]*(?:;|$)/i;
const MULTIPART = /^multipart\//i;
const CHARSET = /;[ \t]*charset[ \t]*=[ \t]*"?([^"; \t]*)/i;

/**
 * Reads a JSON body into `request.body`: at most 10 MiB, UTF-8, not compressed; an empty body is `{}`. Passes by GET and HEAD, and
 * multipart requests, whose parser is chosen by the route. Every refusal goes to `next` as a DomainError.
 */
export function jsonBody(): RequestHandler {
  return (request, _response, next) => {
    if (isForOthers(request)) return next();
    if (isEmpty(request)) {
      request.body = {};
      return next();
    }
    const refusal = refusalOf(request);
    if (refusal === undefined) read(request, next);
    else next(refusal);
  };
}

function isForOthers({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || MULTIPART.test(headers['content-type'] ?? '');
}

function isEmpty({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}

function refusalOf({ headers, destroyed }: Request): DomainError | undefined {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return unsupported('A compressed request body is not supported');
  const problem = typeProblem(headers['content-type'] ?? '');
  if (problem !== undefined) return unsupported(problem);
  if (Number(headers['content-length'] ?? 0) > MAX_BYTES) return tooLarge();
  // A caller who left while a guard was busy sends no further event to wait for.
  return destroyed ? endedEarly() : undefined;
}

function typeProblem(type: string): string | undefined {
  if (type === 'application/json') return undefined;
  if (!JSON_TYPE.test(type)) return 'The Content-Type must be application/json';
  const charset = CHARSET.exec(type)?.[1]?.toLowerCase() ?? 'utf-8';
  return charset === 'utf-8' || charset === 'utf8' ? undefined : 'The request body must be UTF-8';
}

/** A flag instead of removing the listeners: this runs for every request. What comes after a refusal flows on and is dropped. */
function read(request: Request, next: (error?: unknown) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  let isSettled = false;
  const settle = (error?: unknown): void => {
    isSettled = true;
    chunks = [];
    next(error);
  };
  request.on('data', (chunk: Buffer) => {
    if (isSettled) return;
    size += chunk.length;
    chunks.push(chunk);
    if (size > MAX_BYTES) settle(tooLarge());
  });
  request.on('end', () => {
    if (isSettled) return;
    try {
      request.body = size === 0 ? {} : parseJson(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, size));
    } catch (error) {
      return settle(error);
    }
    settle();
  });
  request.on('close', () => {
    if (!isSettled) settle(endedEarly());
  });
}

function tooLarge(): DomainError {
  return new DomainError('too-large', 'PAYLOAD_TOO_LARGE', 'The request body must not be larger than 10 MiB');
}

function unsupported(message: string): DomainError {
  return new DomainError('unsupported-media', 'UNSUPPORTED_MEDIA_TYPE', message);
}

function endedEarly(): DomainError {
  return invalidJson('The request body ended early');
}
