import type { Request } from 'express';
import { invalidField } from '#kernel/errors.js';

/**
 * Refuses what proxies read differently: a request line without a version, and a request with no `Host` or with several.
 * @throws DomainError invalid
 */
export function requireStrict({ httpVersion, headers, rawHeaders }: Request): void {
  if (httpVersion === '0.9') throw invalidField([], 'The request line must end with HTTP/1.1 or HTTP/1.0');
  if (headers.host === undefined) {
    if (httpVersion === '1.1') throw invalidField('Host', 'The header Host is required', 'required');
    return;
  }
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  if (hosts > 1) throw invalidField('Host', 'The header Host must be sent once');
}
