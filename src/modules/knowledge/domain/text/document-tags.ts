import { invalid, type ErrorDetail } from '#kernel/errors.js';

export type TagValue = string | number | boolean;

/** Metadata of a document under names that the user chooses. */
export type DocumentTags = Readonly<Record<string, TagValue>>;

const mostTags = 32;
const longestName = 100;
const longestValue = 1000;

/** Validates tags from a request. @throws DomainError invalid, with each invalid tag */
export function documentTags(given: unknown, field = 'tags'): DocumentTags {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid([{ path: [field], message: `${field} must be an object of strings, numbers and booleans`, code: 'invalid_type' }]);
  }
  const entries = Object.entries(given);
  const details = entries.flatMap(([name, value]) => tagProblem(field, name, value));
  if (entries.length > mostTags)
    details.push({ path: [field], message: `${field} must not have more than ${mostTags} entries`, code: 'out_of_range' });
  if (details.length > 0) throw invalid(details);
  return Object.fromEntries(entries) as DocumentTags;
}

function tagProblem(field: string, name: string, value: unknown): ErrorDetail[] {
  const path = [field, name];
  if (name.length === 0 || name.length > longestName) {
    return [{ path, message: `A name in ${field} must have 1 to ${longestName} characters`, code: 'out_of_range' }];
  }
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return [];
  if (typeof value === 'string' && value.length <= longestValue) return [];
  const message = `${field}.${name} must be a number, a boolean or a string of at most ${longestValue} characters`;
  return [{ path, message, code: 'invalid_type' }];
}
