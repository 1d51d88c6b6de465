import { invalidField } from '#kernel/errors.js';

const longest = 200;

/** Trims the name of a workflow or folder. An emoji is one character, as in the description of the API. @throws DomainError `invalid` when it is empty or too long */
export function validName(name: string): string {
  const trimmed = name.trim();
  if (trimmed !== '' && Array.from(trimmed).length <= longest) return trimmed;
  throw invalidField('name', `name must be a string of 1 to ${longest} characters`);
}
