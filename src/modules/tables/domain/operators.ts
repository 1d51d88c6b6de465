import { invalidField } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { momentOf } from './cell-date.js';
import { everything, type Comparison, type Condition, type Field } from './condition.js';
import { cellOf, isStorable } from './row-data.js';
import { fieldName, fieldType } from './row-field.js';

type Path = readonly (string | number)[];
type ReadOperator = (field: Field, value: Json, path: Path) => Condition;

const mostValues = 1000;
const longestPattern = 1000;

/** All operators of filters. Patterns support only the wildcard `*`, so no code or regular expression of a caller runs. */
export const operators: ReadonlyMap<string, ReadOperator> = new Map<string, ReadOperator>([
  ['$eq', equals],
  ['$ne', (field, value, path) => not(equals(field, value, path))],
  ['$gt', compares('>')],
  ['$gte', compares('>=')],
  ['$lt', compares('<')],
  ['$lte', compares('<=')],
  ['$in', among],
  ['$nin', (field, value, path) => unlessEverything(among(field, value, path))],
  ['$contains', text((value) => ['', value, ''])],
  ['$ncontains', negated(text((value) => ['', value, '']))],
  ['$startsWith', text((value) => [value, ''])],
  ['$endsWith', text((value) => ['', value])],
  ['$like', text((value) => value.split('*'), false)],
  ['$ilike', text((value) => value.split('*'))],
  ['$nlike', negated(text((value) => value.split('*'), false))],
  ['$nilike', negated(text((value) => value.split('*')))],
  ['$empty', flag((field) => ({ kind: 'empty', field }))],
  ['$isNull', flag((field) => ({ kind: 'null', field }))],
  ['$isNotNull', flag((field) => not({ kind: 'null', field }))],
]);

function equals(field: Field, value: Json, path: Path): Condition {
  return value === null ? { kind: 'null', field } : { kind: 'among', field, values: [fitting(field, value, path)] };
}

/** An empty list sets no condition. */
function among(field: Field, list: Json, path: Path): Condition {
  if (!Array.isArray(list) || list.length > mostValues)
    throw invalidField(path, `${path.at(-1)} must be a list of at most ${mostValues} values`, 'invalid_type');
  const values = list as readonly Json[];
  if (values.length === 0) return everything;
  const given = values.filter((value) => value !== null);
  const one: Condition = { kind: 'among', field, values: given.map((value) => fitting(field, value, path)) };
  return given.length === values.length ? one : { kind: 'any', parts: [one, { kind: 'null', field }] };
}

function compares(by: Comparison): ReadOperator {
  return (field, value, path) => {
    const type = fieldType(field);
    const isOrdered = type === 'number' || type === 'date';
    const fits = isOrdered && value !== null ? cellOf({ type }, value) : undefined;
    if (fits === undefined) throw invalidField(path, orderMessage(field, String(path.at(-1))), 'invalid_type');
    return { kind: 'compare', field, by, value: typeof fits === 'number' ? fits : momentOf(fits as string) };
  };
}

function orderMessage(field: Field, operator: string): string {
  const type = fieldType(field);
  if (type === 'number') return `${operator} on column "${fieldName(field)}" needs a number`;
  if (type === 'date') return `${operator} on column "${fieldName(field)}" needs a date such as 2031-03-04`;
  return `${operator} needs a column of type number or date, but "${fieldName(field)}" has the type ${type}`;
}

function text(piecesOf: (value: string) => readonly string[], ignoresCase = true): ReadOperator {
  return (field, value, path) => {
    if (fieldType(field) !== 'string' || 'system' in field)
      throw invalidField(path, `${path.at(-1)} needs a column of type string, but "${fieldName(field)}" has another type`, 'invalid_type');
    if (typeof value !== 'string' || value.length > longestPattern || !isStorable(value))
      throw invalidField(path, `${path.at(-1)} needs a string of at most ${longestPattern} characters`, 'invalid_type');
    return { kind: 'like', field, pieces: piecesOf(value), ignoresCase };
  };
}

function flag(condition: (field: Field) => Condition): ReadOperator {
  return (field, value, path) => {
    if (typeof value !== 'boolean') throw invalidField(path, `${path.at(-1)} must be true or false`, 'invalid_type');
    return value ? condition(field) : not(condition(field));
  };
}

function negated(read: ReadOperator): ReadOperator {
  return (field, value, path) => not(read(field, value, path));
}

function not(part: Condition): Condition {
  return { kind: 'not', part };
}

function unlessEverything(condition: Condition): Condition {
  return condition === everything ? everything : not(condition);
}

/** Reads a value of the type of the field. @throws DomainError invalid */
function fitting(field: Field, value: Json, path: Path): Json {
  const type = fieldType(field);
  const fits = cellOf({ type }, value);
  if (fits === undefined || fits === null || !isStorable(fits))
    throw invalidField(path, `The filter on column "${fieldName(field)}" needs a value of type ${type}`, 'invalid_type');
  return type === 'date' ? momentOf(fits as string) : fits;
}
