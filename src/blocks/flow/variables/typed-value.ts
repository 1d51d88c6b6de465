import { isJsonObject, type Json } from '#kernel/json.js';
import { numberIn } from '#engine/values/coerce.js';
import { parseJson, plainText } from '#engine/values/json-text.js';

interface VariableType {
  readonly expected: string;
  /** Undefined when the value cannot be of this type. */
  readonly read: (value: Json) => Json | undefined;
}

/** Reads an empty value as the empty value of the type. */
const orEmpty =
  (empty: Json, read: (value: Json) => Json | undefined): VariableType['read'] =>
  (value) =>
    value === null || (typeof value === 'string' && value.trim() === '') ? empty : read(value);

const types: ReadonlyMap<string, VariableType> = new Map<string, VariableType>([
  ['string', { expected: 'text', read: plainText }],
  ['plain', { expected: 'text', read: plainText }],
  ['number', { expected: 'a number', read: orEmpty(0, readNumber) }],
  ['boolean', { expected: 'true or false', read: orEmpty(false, readBoolean) }],
  ['object', { expected: 'a JSON object', read: orEmpty({}, (value) => readStructure(value, isJsonObject)) }],
  ['array', { expected: 'a JSON list', read: orEmpty([], (value) => readStructure(value, Array.isArray)) }],
]);

export const variableTypes: readonly string[] = [...types.keys()];

/** A value converted to the declared type, or its fault, which does not quote the value. Without a type every value fits. */
export function typedValue(type: string | null, value: Json): { readonly value: Json } | { readonly fault: string } {
  if (type === null) return { value };
  const known = types.get(type);
  if (known === undefined) return { fault: `has an unknown type; use one of ${variableTypes.join(', ')}` };
  const read = known.read(value);
  return read === undefined ? { fault: `must be ${known.expected}` } : { value: read };
}

function readNumber(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? (numberIn(value) ?? undefined) : undefined;
}

function readBoolean(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' || (word === 'false' ? false : undefined);
}

function readStructure(value: Json, isWanted: (value: unknown) => boolean): Json | undefined {
  const structure = typeof value === 'string' ? parseJson(value) : value;
  return isWanted(structure) ? structure : undefined;
}
