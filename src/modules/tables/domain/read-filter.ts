import { invalidField } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { Column } from './column.js';
import { everything, isEverything, type Condition, type Field } from './condition.js';
import { operators } from './operators.js';
import { fieldNamed } from './row-field.js';

type Path = readonly (string | number)[];

const mostConditions = 200;
const deepest = 10;

interface Reading {
  readonly columns: readonly Column[];
  conditions: number;
}

/**
 * Turns a filter of a request into a condition: `{column: value}`, `{column: {$operator: value}}`, and `$and` and `$or` with lists of
 * filters.
 * @throws DomainError invalid for unknown columns and operators, values of the wrong type, and filters above the limits
 */
export function readFilter(columns: readonly Column[], filter: Json | undefined): Condition {
  requireFilterForm(filter);
  return filter === undefined ? everything : readGroup({ columns, conditions: 0 }, filter as JsonObject, ['filter']);
}

/** Validates what does not depend on the table. @throws DomainError invalid */
export function requireFilterForm(filter: Json | undefined): void {
  if (filter !== undefined) requireGroup(filter, ['filter']);
}

function requireGroup(filter: Json, path: Path): void {
  if (!isJsonObject(filter)) throw invalidField(path, 'A filter must be an object', 'invalid_type');
  if (path.length > 2 * deepest) throw invalidField(['filter'], `A filter must not be nested deeper than ${deepest}`, 'out_of_range');
  for (const [key, value] of Object.entries(filter)) requireEntry(key, value, [...path, key]);
}

function requireEntry(key: string, value: Json, path: Path): void {
  if (isJunction(key)) {
    if (!Array.isArray(value)) throw invalidField(path, `${key} must be a list of filters`, 'invalid_type');
    for (const [index, part] of value.entries()) requireGroup(part as Json, [...path, index]);
  } else if (key.startsWith('$')) throw unknownOperator(key, path);
  else if (isOperation(value)) {
    const unknown = Object.keys(value).find((operator) => !operators.has(operator));
    if (unknown !== undefined) throw unknownOperator(unknown, [...path, unknown]);
  }
}

function isJunction(key: string): boolean {
  return key === '$and' || key === '$or';
}

function readGroup(reading: Reading, filter: JsonObject, path: Path): Condition {
  return all(Object.entries(filter).map(([key, value]) => readEntry(reading, key, value, [...path, key])));
}

function readEntry(reading: Reading, key: string, value: Json, path: Path): Condition {
  if (isJunction(key)) {
    const parts = (value as readonly JsonObject[]).map((part, index) => readGroup(reading, part, [...path, index]));
    if (key === '$and') return all(parts);
    // An empty list sets no condition. If one part matches every row, so does the whole.
    return parts.length === 0 || parts.some(isEverything) ? everything : { kind: 'any', parts };
  }
  const field = fieldNamed(reading.columns, key, path);
  return isOperation(value) ? readOperation(reading, field, value, path) : readOne(reading, field, { operator: '$eq', value }, path);
}

/** An object of operators. In a column of type json any other object is a value. */
function isOperation(value: Json): value is JsonObject {
  return isJsonObject(value) && (Object.keys(value).length === 0 || Object.keys(value).some((key) => key.startsWith('$')));
}

function readOperation(reading: Reading, field: Field, value: JsonObject, path: Path): Condition {
  return all(Object.entries(value).map(([operator, each]) => readOne(reading, field, { operator, value: each }, [...path, operator])));
}

function readOne(
  reading: Reading,
  field: Field,
  { operator, value }: { readonly operator: string; readonly value: Json },
  path: Path,
): Condition {
  reading.conditions += 1;
  if (reading.conditions > mostConditions)
    throw invalidField(['filter'], `A filter must not have more than ${mostConditions} conditions`, 'out_of_range');
  const read = operators.get(operator);
  if (read === undefined) throw unknownOperator(operator, path);
  return read(field, value, path);
}

function all(parts: readonly Condition[]): Condition {
  const said = parts.filter((part) => !isEverything(part));
  return said.length === 1 && said[0] !== undefined ? said[0] : { kind: 'all', parts: said };
}

function unknownOperator(operator: string, path: Path): Error {
  const allowed = [...operators.keys(), '$and', '$or'].join(', ');
  return invalidField(path, `Invalid operator "${operator}". Allowed operators: ${allowed}`, 'not_allowed');
}
