import { invalidField } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { Column } from '../domain/column.js';
import { isEverything, type Condition } from '../domain/condition.js';
import { readFilter } from '../domain/read-filter.js';

/** A filter that says something: what changes or deletes rows by one must not mean all rows by accident. @throws DomainError invalid */
export function readTelling(columns: readonly Column[], filter: Json): Condition {
  const condition = readFilter(columns, filter);
  if (isEverything(condition)) throw invalidField('filter', 'filter must hold at least one condition', 'required');
  return condition;
}
