import { isJsonObject, type Json } from '#kernel/json.js';
import { plainText } from '#engine/values/json-text.js';
import { isFilled } from '../../fields/blank.js';
import type { FieldFault } from '../../fields/field-set.js';
import { entriesIn } from '../../fields/kinds.js';

/** One way out of a router. */
export interface Route {
  readonly id: string;
  readonly title: string;
  /** When it is taken, in the author's words. */
  readonly description: string;
}

/** The answer of a model that finds no route. */
export const noMatch = 'NO_MATCH';

/** The routes of a field; null for anything but a list. Entries without an id do not count. */
export function routesIn(value: Json | undefined): readonly Route[] | null {
  const entries = entriesIn(value);
  if (entries === null) return null;
  return entries.flatMap((entry) => {
    if (!isJsonObject(entry) || !isFilled(entry['id'])) return [];
    const { id, title, value: description } = entry;
    return [{ id: plainText(id), title: plainText(title), description: plainText(description) }];
  });
}

export function routeFaults(routes: Json | undefined): readonly FieldFault[] {
  if (!isFilled(routes)) return [];
  const read = routesIn(routes);
  const fault = (what: string, code: string): FieldFault[] => [{ field: 'routes', what, code }];
  if (read === null) return fault('must be a list of {id, title, value}, or the JSON text of one', 'invalid_routes');
  if (read.length === 0) return fault('must have a route', 'missing_routes');
  const ids = read.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) return fault(`has two routes with the id "${twice}"`, 'routes_alike');
  return ids.includes(noMatch) ? fault(`must not have a route with the id ${noMatch}, which means that no route fits`, 'routes_alike') : [];
}
