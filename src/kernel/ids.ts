import { notFound } from './errors.js';

/** The only source of identifiers. Every id is a UUID of version 7, so ids sort by time of birth. */
export abstract class Ids {
  abstract next(): string;
}

/** The id that nothing has: it stands for "none" where a key may not be null, and comes before all others. */
export const nilId = '00000000-0000-0000-0000-000000000000';

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be the id of anything of ours. */
export function isId(text: string): boolean {
  return id.test(text);
}

/** An id from a path. What cannot be an id is simply not there. @throws DomainError not-found, the same as for an absent id */
export function pathId(text: string, what: string): string {
  if (!isId(text)) throw notFound(what);
  return text;
}
