import { invalidField } from '#kernel/errors.js';
import { isJsonObject } from '#kernel/json.js';
import { columnTypes, isSameName, type Column, type ColumnChanges, type ColumnDraft, type ColumnType } from './column.js';
import { tableLimits } from './table-limits.js';

type Path = readonly (string | number)[];

const pattern = /^[A-Za-z_][A-Za-z0-9_]*$/;
const flags = ['required', 'unique', 'indexed'] as const;

/** Reads a name of a table or column. @throws DomainError invalid */
export function readName(value: unknown, path: Path, longest: number): string {
  const field = path.join('.');
  if (typeof value !== 'string' || value.length === 0 || value.length > longest)
    throw invalidField(path, `${field} must be a string of 1 to ${longest} characters`, 'out_of_range');
  // `__proto__` is the only name of that pattern that parsed JSON cannot safely carry.
  if (!pattern.test(value) || value === '__proto__')
    throw invalidField(path, `${field} must start with a letter or underscore and contain only letters, digits and underscores`);
  return value;
}

/** Reads the definition of a column. @throws DomainError invalid */
export function readColumn(value: unknown, path: Path): ColumnDraft {
  if (!isJsonObject(value)) throw invalidField(path, `${path.join('.')} must be an object with name and type`, 'invalid_type');
  const draft = {
    name: readName(value['name'], [...path, 'name'], tableLimits.columnName),
    type: readType(value['type'], [...path, 'type']),
    required: false,
    unique: false,
    indexed: false,
    ...readFlags(value, path),
  };
  requireOrder(draft, path);
  return draft;
}

/** @throws DomainError invalid, also when nothing would change */
export function readColumnChanges(value: unknown, path: Path): ColumnChanges {
  if (!isJsonObject(value)) throw invalidField(path, `${path.join('.')} must be an object`, 'invalid_type');
  const changes = {
    ...(value['name'] === undefined ? {} : { name: readName(value['name'], [...path, 'name'], tableLimits.columnName) }),
    ...(value['type'] === undefined ? {} : { type: readType(value['type'], [...path, 'type']) }),
    ...readFlags(value, path),
  };
  if (Object.keys(changes).length === 0) throw invalidField(path, 'No updates specified', 'required');
  return changes;
}

/** A column of type json cannot be indexed because its values have no order. @throws DomainError invalid */
export function requireOrder({ type, indexed }: Pick<Column, 'type' | 'indexed'>, path: Path): void {
  if (indexed && type === 'json') throw invalidField([...path, 'indexed'], 'A column of type json cannot be indexed', 'not_allowed');
}

/** @throws DomainError invalid */
export function requireFreeName(columns: readonly Pick<Column, 'name'>[], name: string, path: Path): void {
  if (columns.some((column) => isSameName(column.name, name)))
    throw invalidField([...path, 'name'], `Column "${name}" already exists`, 'duplicate');
}

function readType(value: unknown, path: Path): ColumnType {
  const type = columnTypes.find((known) => known === value);
  if (type === undefined) throw invalidField(path, `${path.join('.')} must be one of ${columnTypes.join(', ')}`, 'not_allowed');
  return type;
}

function readFlags(value: Readonly<Record<string, unknown>>, path: Path): Partial<Record<(typeof flags)[number], boolean>> {
  const given: Partial<Record<(typeof flags)[number], boolean>> = {};
  for (const flag of flags) {
    const set = value[flag];
    if (set === undefined) continue;
    if (typeof set !== 'boolean') throw invalidField([...path, flag], `${[...path, flag].join('.')} must be true or false`, 'invalid_type');
    given[flag] = set;
  }
  return given;
}
