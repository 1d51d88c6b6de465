import { invalidField } from '#kernel/errors.js';
import type { Column, ColumnType } from './column.js';
import type { Field } from './condition.js';

const systemNames = ['id', 'createdAt', 'updatedAt'] as const;

/** The field with a name from a filter or sort. Columns take precedence over system fields. @throws DomainError invalid */
export function fieldNamed(columns: readonly Column[], name: string, path: readonly (string | number)[]): Field {
  const column = columns.find((each) => each.name === name);
  if (column !== undefined) return { column };
  const system = systemNames.find((each) => each === name);
  if (system === undefined) throw invalidField(path, `Column "${name}" does not exist in this table`, 'unknown_column');
  return { system };
}

export function fieldType(field: Field): ColumnType {
  if ('column' in field) return field.column.type;
  return field.system === 'id' ? 'string' : 'date';
}

export function fieldName(field: Field): string {
  return 'column' in field ? field.column.name : field.system;
}
