import { invalid, type ErrorDetail } from '#kernel/errors.js';

export type TagValue = string | number | boolean;

/** Metadata of a document under names that the user chooses. */
export type DocumentTags = Readonly<Record<string, TagValue>>;

const mostTags = 32;
const longestName = 100;
const longestValue = 1000;

/** Whether it can be a value of a tag. */
export function isTagValue(value: unknown): value is TagValue {
  if (typeof value === 'string') return value.length <= longestValue && isText(value);
  return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

export function isTagName(name: unknown): name is string {
  return typeof name === 'string' && name !== '' && name.length <= longestName && isText(name);
}

/** What is wrong with a name or a value: that PostgreSQL cannot store it, or else what it must be. */
export function tagFault(value: unknown, rule: string): string {
  return typeof value === 'string' && !isText(value) ? 'contains NUL or half of a surrogate pair' : rule;
}

function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

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
  if (!isTagName(name)) {
    return [{ path, message: `A name in ${field} ${tagFault(name, `must have 1 to ${longestName} characters`)}`, code: 'out_of_range' }];
  }
  if (isTagValue(value)) return [];
  const message = `${field}.${name} ${tagFault(value, `must be a number, a boolean or a string of at most ${longestValue} characters`)}`;
  return [{ path, message, code: 'invalid_type' }];
}
