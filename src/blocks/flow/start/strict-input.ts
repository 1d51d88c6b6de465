import { isDeepStrictEqual } from 'node:util';
import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { coerce, isExactNumber } from '#engine/values/coerce.js';
import { sentValue, type InputField } from './input-format.js';

interface InputType {
  readonly expected: string;
  readonly fits: (value: Json) => boolean;
}

const types: ReadonlyMap<string, InputType> = new Map([
  ['string', { expected: 'a string', fits: (value) => typeof value !== 'object' }],
  ['number', { expected: 'a number', fits: (value) => isExactNumber(value) && !(typeof value === 'string' && value !== value.trim()) }],
  ['boolean', { expected: 'true or false', fits: (value) => typeof value === 'boolean' || value === 'true' || value === 'false' }],
  ['object', { expected: 'an object', fits: (value) => isJsonObject(coerce('object', value)) }],
  ['array', { expected: 'a list', fits: (value) => Array.isArray(coerce('array', value)) }],
  ['file[]', { expected: 'a file or a list of files', fits: (value) => typeof value === 'object' }],
]);

/**
 * The problems of an input whose workflow checks it: required fields that are missing, values that their type does not allow, and values
 * that are not in the enumeration. Texts of numbers and truth values count as their values if nothing is lost. Further fields are free.
 */
export function inputProblems(fields: readonly InputField[], input: Json): readonly ErrorDetail[] {
  const sent: JsonObject = isJsonObject(input) ? input : input === null ? {} : { input };
  return fields.flatMap((field) => problemOf(field, sentValue(sent, field.name)) ?? []);
}

function problemOf({ name, type, fallback, isRequired, choices }: InputField, value: Json | undefined): ErrorDetail | undefined {
  const problem = (what: string, code: string): ErrorDetail => ({ path: [name], message: `${name} ${what}`, code });
  if (value === undefined || value === null) {
    return isRequired && (fallback ?? null) === null ? problem('is required', 'required') : undefined;
  }
  const known = types.get(type);
  if (known !== undefined && !known.fits(value)) return problem(`must be ${known.expected}`, 'invalid_type');
  const typed = coerce(type, value);
  if (choices === null || choices.some((choice) => isDeepStrictEqual(coerce(type, choice), typed))) return undefined;
  return problem(`must be one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}`, 'not_allowed');
}
