import { invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import type { Column } from './column.js';
import type { SortKey } from './condition.js';
import { fieldNamed } from './row-field.js';

const mostKeys = 10;

/** `{column: "asc" | "desc"}`, the first key first. @throws DomainError invalid */
export function readSort(columns: readonly Column[], sort: Json | undefined): readonly SortKey[] {
  return directionsOf(sort).map(([name, direction]) => ({ field: fieldNamed(columns, name, ['sort', name]), direction }));
}

/** What can be said of a sort without its table. @throws DomainError invalid */
export function requireSortForm(sort: Json | undefined): void {
  directionsOf(sort);
}

function directionsOf(sort: Json | undefined): readonly (readonly [string, SortKey['direction']])[] {
  if (sort === undefined) return [];
  if (!isJsonObject(sort) || Object.keys(sort).length > mostKeys)
    throw invalidField('sort', `sort must be an object with at most ${mostKeys} columns`, 'invalid_type');
  return Object.entries(sort).map(([name, direction]) => {
    if (direction === 'asc' || direction === 'desc') return [name, direction];
    const given = typeof direction === 'string' ? direction : JSON.stringify(direction);
    throw invalidField(['sort', name], `Invalid sort direction "${given}". Must be "asc" or "desc".`, 'not_allowed');
  });
}
