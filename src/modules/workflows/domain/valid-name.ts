import { invalidField } from '#kernel/errors.js';

const longest = 200;

/** Most characters that a description may have. */
export const longestDescription = 2000;

/**
 * Trims the name of a workflow or folder. An emoji is one character, as in the description of the API. @param path where it is in the request
 * @throws DomainError `invalid` when it is empty or too long
 */
export function validName(name: string, path: readonly (string | number)[] = ['name']): string {
  const trimmed = name.trim();
  if (trimmed !== '' && Array.from(trimmed).length <= longest) return trimmed;
  throw invalidField(path, `${path.join('.')} must be a string of 1 to ${longest} characters`);
}

/** @param path where it is in the request. @throws DomainError `invalid` when it is too long */
export function validDescription(description: string | null, path: readonly (string | number)[]): string | null {
  if (description === null || Array.from(description).length <= longestDescription) return description;
  throw invalidField(path, `${path.join('.')} must be shorter than or equal to ${longestDescription} characters`);
}
