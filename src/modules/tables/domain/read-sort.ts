import { invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import type { Column } from './column.js';
import type { SortKey } from './condition.js';
import { fieldNamed } from './row-field.js';

const mostKeys = 10;

/** `{column: "asc" | "desc"}`, the first key first. @throws DomainError invalid */
export function readSort(columns: readonly Column[], sort: Json | undefined): readonly SortKey[] {
  if (sort === undefined) return [];
  if (!isJsonObject(sort) || Object.keys(sort).length > mostKeys)
    throw invalidField('sort', `sort must be an object with at most ${mostKeys} columns`, 'invalid_type');
  return Object.entries(sort).map(([name, direction]) => {
    const field = fieldNamed(columns, name, ['sort', name]);
    if (direction === 'asc' || direction === 'desc') return { field, direction };
    const given = typeof direction === 'string' ? direction : JSON.stringify(direction);
    throw invalidField(['sort', name], `Invalid sort direction "${given}". Must be "asc" or "desc".`, 'not_allowed');
  });
}
