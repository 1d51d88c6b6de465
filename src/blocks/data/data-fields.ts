import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { numberIn } from '#engine/values/coerce.js';
import { parseJson } from '#engine/values/json-text.js';
import { fieldOf, fieldProblem } from '../fields/field-problem.js';

/** The first of several fields for the same thing that holds something, as written. */
export function firstFilled(...fields: readonly (Json | undefined)[]): Json | undefined {
  return fields.find((field) => isFilled(field));
}

export function isFilled(field: Json | undefined): field is Json {
  return field !== undefined && field !== null && !(typeof field === 'string' && field.trim() === '');
}

/** What a block is to do; the first is done where nothing is said. @throws BlockFailure */
export function readOperation<Name extends string>(field: Json | undefined, names: readonly [Name, ...Name[]]): Name {
  const name = names.find((each) => each === (isFilled(field) ? field : names[0]));
  if (name === undefined) throw refused('operation', oneOf(names));
  return name;
}

export function operationProblems(block: Block, names: readonly string[]): readonly DocumentProblem[] {
  const field = fieldOf(block, 'operation');
  const isKnown = !isFilled(field) || (typeof field === 'string' && names.includes(field));
  return isKnown ? [] : [fieldProblem(block, 'operation', oneOf(names), 'unknown_operation')];
}

/** A field that must hold JSON; undefined when it holds nothing. @throws BlockFailure for any other text */
export function jsonField(name: string, field: Json | undefined, inputs: BlockInputs): Json | undefined {
  if (!isFilled(field)) return undefined;
  const value = inputs.json(field);
  if (!isFilled(value)) return undefined;
  const json = typeof value === 'string' ? parseJson(value) : value;
  if (typeof json !== 'object') throw refused(name, 'must be JSON: names in double quotes, and texts as well');
  return json;
}

export function objectField(name: string, field: Json | undefined, inputs: BlockInputs): JsonObject | undefined {
  const value = jsonField(name, field, inputs) ?? undefined;
  if (value !== undefined && !isJsonObject(value)) throw refused(name, 'must be a JSON object');
  return value;
}

export function listField(name: string, field: Json | undefined, inputs: BlockInputs): readonly Json[] | undefined {
  const value = jsonField(name, field, inputs) ?? undefined;
  if (value !== undefined && !Array.isArray(value)) throw refused(name, 'must be a JSON list');
  return value as readonly Json[] | undefined;
}

/** A whole number within bounds; undefined when the field holds nothing. @throws BlockFailure */
export function wholeField(
  name: string,
  field: Json | undefined,
  inputs: BlockInputs,
  [least, most]: readonly [number, number],
): number | undefined {
  const text = inputs.text(field).trim();
  if (text === '') return undefined;
  const number = numberIn(text);
  if (number !== null && Number.isInteger(number) && number >= least && number <= most) return number;
  throw refused(
    name,
    most === Infinity ? `must be a whole number of at least ${least}` : `must be a whole number from ${least} to ${most}`,
  );
}

/** A field that must hold something. @throws BlockFailure */
export function needed<Value>(name: string, value: Value | undefined): Value {
  if (value === undefined || value === '') throw refused(name, 'is missing');
  return value;
}

export function refused(name: string, what: string): BlockFailure {
  return new BlockFailure(`${name} ${what}`, { status: 400 });
}

function oneOf(names: readonly string[]): string {
  return `must be one of ${names.join(', ')}`;
}
