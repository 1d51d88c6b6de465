import type { Request } from 'express';
import type { StartKind } from '#edge/throttle/throttle.decorator.js';
import { isJsonObject } from '#kernel/json.js';

/** Which bucket a start takes from: the one of the mode that its body or headers ask for. */
export function startKind({ body, headers }: Pick<Request, 'headers'> & { readonly body?: unknown }): StartKind {
  const isAsync = (isJsonObject(body) && body['async'] === true) || headers['x-execution-mode'] === 'async';
  return isAsync ? 'async' : 'sync';
}
