import type { ErrorDetail } from '#kernel/errors.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { ResumeField } from '../pause.js';
import { coerce, isExactNumber } from './coerce.js';
import { parseJson } from './json-text.js';

/** An answer, checked against its form. */
export interface CheckedAnswer {
  /** The faults of the answer; `path` is the name of the field. */
  readonly problems: readonly ErrorDetail[];
  /** The fields of the form with their types and defaults, and every other field that was sent. A value that does not fit stays as it was sent. */
  readonly values: JsonObject;
}

interface FieldType {
  readonly expected: string;
  /** Undefined when the value cannot be of this type. */
  readonly read: (value: Json) => Json | undefined;
}

const coercedTo =
  (type: string, isWanted: (value: unknown) => boolean): FieldType['read'] =>
  (value) => {
    const coerced = coerce(type, value);
    return isWanted(coerced) ? coerced : undefined;
  };

const types: Readonly<Record<ResumeField['type'], FieldType>> = {
  string: { expected: 'text', read: (value) => (typeof value === 'object' ? undefined : String(value)) },
  number: { expected: 'a number', read: (value) => (isExactNumber(value) ? Number(value) : undefined) },
  boolean: {
    expected: 'true or false',
    read: (value) => (value === true || value === 'true' ? true : value === false || value === 'false' ? false : undefined),
  },
  object: { expected: 'a JSON object', read: coercedTo('object', isJsonObject) },
  array: { expected: 'a JSON list', read: coercedTo('array', Array.isArray) },
  'file[]': { expected: 'a list of files', read: coercedTo('array', (value) => Array.isArray(value) && value.every(isJsonObject)) },
};

export const resumeFieldTypes: readonly string[] = Object.keys(types);

/**
 * Checks an answer against its form. A text is converted to the type of its field, a default replaces a field that was not sent, and
 * fields that are not in the form are kept. An answer that is not an object is put under `value`.
 */
export function checkAnswer(fields: readonly ResumeField[], input: Json): CheckedAnswer {
  const values = new Map(Object.entries(answerObject(input)));
  const problems: ErrorDetail[] = [];
  for (const { name, type, required, value: fallback, options } of fields) {
    const sent = values.get(name);
    const value = isSent(type, sent) ? sent : fallback;
    if (value === null || ((required || options !== undefined) && isBlank(value))) {
      if (required) problems.push({ path: [name], message: `${name} is required`, code: 'required' });
      if (sent !== undefined) values.set(name, type === 'string' && options === undefined ? sent : null);
      continue;
    }
    const read = readTyped(type, value);
    if ('fault' in read) problems.push({ path: [name], message: `${name} ${read.fault}`, code: 'invalid_type' });
    else if (options !== undefined && !options.some((option) => option.value === read.value)) {
      const choices = options.map((option) => JSON.stringify(option.value)).join(', ');
      problems.push({ path: [name], message: `${name} must be one of ${choices}`, code: 'invalid_choice' });
    } else values.set(name, read.value);
  }
  return { problems, values: Object.fromEntries(values) };
}

/** A value converted to its declared type, or its fault. */
export function readTyped(type: ResumeField['type'], value: Json): { readonly value: Json } | { readonly fault: string } {
  const { expected, read } = types[type];
  const typed = read(value);
  return typed === undefined ? { fault: `must be ${expected}` } : { value: typed };
}

/** The fields of an answer as they were sent. */
export function answerObject(input: Json): JsonObject {
  const parsed = typeof input === 'string' ? parseJson(input) : undefined;
  const value = parsed === undefined ? input : parsed;
  if (isJsonObject(value)) return value;
  return value === null ? {} : { value };
}

/** A page sends empty text for an empty field. */
function isSent(type: ResumeField['type'], value: Json | undefined): value is Json {
  return value !== undefined && value !== null && (type === 'string' || !isBlank(value));
}

function isBlank(value: Json): boolean {
  return typeof value === 'string' && value.trim() === '';
}
