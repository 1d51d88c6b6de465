import type { Request, RequestHandler } from 'express';
import { invalidField } from '#kernel/errors.js';

/** Refuses what proxies read differently: a request line without a version, and a request with no `Host` or with several. */
export function strictRequest(): RequestHandler {
  return (request, _response, next) => next(problemOf(request));
}

function problemOf({ httpVersion, headers, rawHeaders }: Request): unknown {
  if (httpVersion === '0.9') return invalidField([], 'The request line must end with HTTP/1.1 or HTTP/1.0');
  if (headers.host === undefined)
    return httpVersion === '1.1' ? invalidField('Host', 'The header Host is required', 'required') : undefined;
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1 ? invalidField('Host', 'The header Host must be sent once') : undefined;
}
