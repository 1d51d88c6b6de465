import type { ErrorDetail } from '#kernel/errors.js';
import { nameHint } from '#kernel/text/nearest-name.js';

/** Where a request contains a name. */
export type Place = 'query' | 'body' | 'form';

/** The maximum number of unknown names in one refusal. */
export const mostUnknown = 20;
const longestName = 100;
const words: Readonly<Record<Place, string>> = { query: 'parameter', body: 'field', form: 'field' };
const nothing: Readonly<Record<Place, string>> = {
  query: 'it has no query parameters',
  body: 'it has no body',
  form: 'it has no fields',
};

/** One problem for each name that is not among the known ones. `parents` is the path of the object that contains the names. */
export function unknownNames(
  place: Place,
  names: Iterable<string>,
  known: Iterable<string>,
  parents: readonly (string | number)[] = [],
): readonly ErrorDetail[] {
  const expected = new Set(known);
  const unknown = [...names].filter((name) => !expected.has(name)).slice(0, mostUnknown);
  return unknown.map((full) => {
    const name = full.length > longestName ? `${full.slice(0, longestName)}…` : full;
    const path = [...parents, name];
    const hint = expected.size === 0 ? `: ${nothing[place]}` : `. ${nameHint(name, expected)}`;
    return { path, message: `${path.join('.')} is not a ${words[place]} of this request${hint}`, code: 'unknown_field' };
  });
}
