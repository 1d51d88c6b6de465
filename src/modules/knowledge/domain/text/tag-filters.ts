import { invalid, type ErrorDetail } from '#kernel/errors.js';
import { nameHint } from '#kernel/text/nearest-name.js';
import { isTagName, isTagValue, tagFault, type TagValue } from './document-tags.js';

export const tagOperators = [
  'eq',
  'neq',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
] as const;
export type TagOperator = (typeof tagOperators)[number];

/** A condition on one tag. A document without the tag never matches. */
export interface TagFilter {
  readonly tagName: string;
  readonly operator: TagOperator;
  readonly value: TagValue;
  /** The upper bound of *between*. */
  readonly valueTo?: TagValue;
}

const mostFilters = 20;
const fields: readonly string[] = ['tagName', 'operator', 'value', 'valueTo'];

/**
 * Validates filters from a request: a list of `{tagName, operator, value, valueTo}`, or an object of names and values.
 * @throws DomainError invalid, with each invalid field
 */
export function tagFilters(given: unknown): TagFilter[] {
  const list = asList(given);
  if (list === undefined || list.length > mostFilters) {
    const message = `tagFilters must be a list of at most ${mostFilters} objects with tagName, operator and value`;
    throw invalid([{ path: ['tagFilters'], message, code: 'invalid_type' }]);
  }
  const details = list.flatMap((each, index) => problemsOf(each, index));
  if (details.length > 0) throw invalid(details);
  return list.map((each) => ({ operator: 'eq', ...(each as object) }) as TagFilter);
}

function asList(given: unknown): unknown[] | undefined {
  if (Array.isArray(given)) return given;
  if (typeof given !== 'object' || given === null) return undefined;
  return Object.entries(given).map(([tagName, value]: [string, unknown]) => ({ tagName, value }));
}

function problemsOf(filter: unknown, index: number): ErrorDetail[] {
  if (typeof filter !== 'object' || filter === null) return [problem(index, 'tagName', 'is required')];
  const { tagName, operator = 'eq', value, valueTo } = filter as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(filter).find((field) => !fields.includes(field));
  return [
    ...(unknown === undefined ? [] : [unknownField(index, unknown.slice(0, 100))]),
    ...(isTagName(tagName) ? [] : [problem(index, 'tagName', tagFault(tagName, 'must have 1 to 100 characters'))]),
    ...((tagOperators as readonly unknown[]).includes(operator)
      ? []
      : [problem(index, 'operator', `must be one of ${tagOperators.join(', ')}`)]),
    ...(isTagValue(value) ? [] : [problem(index, 'value', tagFault(value, 'must be a string, a number or a boolean'))]),
    ...(operator !== 'between' || isTagValue(valueTo)
      ? []
      : [problem(index, 'valueTo', tagFault(valueTo, 'must be a string, a number or a boolean'))]),
  ];
}

function unknownField(index: number, field: string): ErrorDetail {
  return { ...problem(index, field, `is not a field of a filter. ${nameHint(field, fields)}`), code: 'unknown_field' };
}

function problem(index: number, field: string, what: string): ErrorDetail {
  return { path: ['tagFilters', index, field], message: `tagFilters.${index}.${field} ${what}`, code: 'invalid' };
}
