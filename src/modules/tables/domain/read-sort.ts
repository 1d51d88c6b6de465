import { invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import type { Column } from './column.js';
import type { SortKey } from './condition.js';
import { fieldNamed } from './row-field.js';

const mostKeys = 10;

/** Reads `{column: "asc" or "desc"}`; the first column is the first key. @throws DomainError invalid */
export function readSort(columns: readonly Column[], sort: Json | undefined): readonly SortKey[] {
  return directionsOf(sort).map(([name, direction]) => ({ field: fieldNamed(columns, name, ['sort', name]), direction }));
}

/** Validates what does not depend on the table. @throws DomainError invalid */
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
