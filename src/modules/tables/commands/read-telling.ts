import { invalidField, type DomainError } from '#kernel/errors.js';
import { isJsonObject, type Json } from '#kernel/json.js';
import type { Column } from '../domain/column.js';
import { isEverything, type Condition } from '../domain/condition.js';
import { readFilter, requireFilterForm } from '../domain/read-filter.js';

/** Validates what does not depend on the table. @throws DomainError invalid */
export function requireTellingForm(filter: Json): void {
  requireFilterForm(filter);
  if (isJsonObject(filter) && Object.keys(filter).length === 0) throw saysNothing();
}

/** Reads a filter with at least one condition, so that an empty one never changes or deletes all rows. @throws DomainError invalid */
export function readTelling(columns: readonly Column[], filter: Json): Condition {
  const condition = readFilter(columns, filter);
  if (isEverything(condition)) throw saysNothing();
  return condition;
}

function saysNothing(): DomainError {
  return invalidField('filter', 'filter must contain at least one condition', 'required');
}
