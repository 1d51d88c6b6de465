import type { RequestHandler } from 'express';
import { invalidField } from '#kernel/errors.js';

/** Refuses an encoded NUL in the path, in a query name or in a query value: no stored text may hold one. (A raw NUL is not valid HTTP.) */
export function refuseNulInUrl(): RequestHandler {
  return (request, _response, next) => {
    // `%2500` stands for the harmless text `%00` and holds no `%00`, so a search of the undecoded address is exact.
    if (!request.url.includes('%00')) return next();
    const query = request.url.indexOf('?');
    const isInPath = query < 0 || request.url.slice(0, query).includes('%00');
    const pairs = isInPath ? [] : [...new URLSearchParams(request.url.slice(query))];
    const name = pairs.find((pair) => pair.join('').includes('\0'))?.[0];
    next(invalidField(name === undefined ? [] : [name.replaceAll('\0', '')], 'The text contains a character that cannot be stored: NUL'));
  };
}
