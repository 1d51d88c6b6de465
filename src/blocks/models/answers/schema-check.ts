import { createRequire } from 'node:module';
import type { Ajv2020 as Ajv, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import type { Json, JsonObject } from '#kernel/json.js';
import { metered, spend, TooCostly, widthOf } from './check-meter.js';
import { linearPattern } from './linear-pattern.js';
import { meterKeyword, readSchema, type SchemaFault } from './schema-rules.js';

/** A schema that can be checked: `problem` says why a value does not fit; null if it fits. */
export type SchemaCheck =
  | { readonly problem: (value: Json) => string | null; readonly fault?: undefined }
  | { readonly fault: SchemaFault };

const byText = new LRUCache<string, SchemaCheck>({ max: 200, maxSize: 4_000_000, sizeCalculation: (_check, text) => text.length });
const bySchema = new WeakMap<JsonObject, SchemaCheck>();

/** The problem of a value of which the check does not tell whether it fits. */
export const uncheckable = 'is too large or too deep for its schema to be checked';

/** The check of a JSON Schema (draft 2020-12, without formats). It never throws, and no value makes it take long. */
export function schemaCheck(schema: JsonObject): SchemaCheck {
  const known = bySchema.get(schema) ?? ofText(schema);
  bySchema.set(schema, known);
  return known;
}

function ofText(schema: JsonObject): SchemaCheck {
  const read = readSchema(schema);
  if ('fault' in read) return read;
  const text = JSON.stringify(schema);
  const check = byText.get(text) ?? compiled(read.metered);
  byText.set(text, check);
  return check;
}

const faults = new WeakMap<JsonObject, SchemaFault | 'none'>();
const faultsByText = new LRUCache<string, SchemaFault | 'none'>({
  max: 500,
  maxSize: 4_000_000,
  sizeCalculation: (_fault, text) => text.length,
});

/**
 * What is wrong with a JSON Schema; undefined if it can be checked. It is not compiled, which takes most of the time: an agent may have a hundred
 * tools, of which the model calls a few.
 */
export function schemaFault(schema: JsonObject): SchemaFault | undefined {
  const known = faults.get(schema) ?? faultOf(schema) ?? 'none';
  faults.set(schema, known);
  return known === 'none' ? undefined : known;
}

function faultOf(schema: JsonObject): SchemaFault | undefined {
  const read = readSchema(schema);
  if ('fault' in read) return read.fault;
  const text = JSON.stringify(schema);
  const known = faultsByText.get(text) ?? invalidity(read.metered) ?? 'none';
  faultsByText.set(text, known);
  return known === 'none' ? undefined : known;
}

function invalidity(schema: JsonObject): SchemaFault | undefined {
  const ajv = theEngine();
  return ajv.validateSchema(schema) === true ? undefined : invalid(`schema is invalid: ${ajv.errorsText()}`);
}

function invalid(reason: string): SchemaFault {
  return { path: '#', what: `is no valid JSON Schema: ${reason.slice(0, 300)}` };
}

let ofMetaSchema: Ajv | undefined;

function theEngine(): Ajv {
  ofMetaSchema ??= newEngine({});
  return ofMetaSchema;
}

/** By an engine for it alone: one keeps all schemas that it has ever compiled. */
function compiled(schema: JsonObject): SchemaCheck {
  const fault = invalidity(schema);
  if (fault !== undefined) return { fault };
  try {
    const validate = newEngine({ meta: false, validateSchema: false }).compile(schema);
    return { problem: (value) => problemOf(validate, value) };
  } catch (error) {
    return { fault: invalid(error instanceof Error ? error.message : 'it cannot be read') };
  }
}

function newEngine(options: Options): Ajv {
  const load = createRequire(import.meta.url);
  const { Ajv2020 } = load('ajv/dist/2020.js') as { readonly Ajv2020: typeof Ajv };
  const regExp = Object.assign(linear, { code: 'linear' });
  const ajv = new Ajv2020({
    ...options,
    strict: false,
    validateFormats: false,
    inlineRefs: false,
    logger: false,
    code: { regExp, optimize: false },
  });
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: areUnique,
    error: { message: 'must not have two equal items' },
  });
  ajv.addKeyword({ keyword: meterKeyword, schemaType: 'number', validate: isAffordable, before: 'not', errors: false });
  return ajv;
}

/** The check of a schema does not hold the programs of its patterns, which are kept by their size. */
function linear(pattern: string) {
  return { test: (text: string) => usable(pattern).test(text), toString: () => pattern };
}

function usable(pattern: string) {
  const read = linearPattern(pattern);
  if (read.problem !== undefined) throw new Error(`${JSON.stringify(pattern)} ${read.problem}`);
  return read;
}

function isAffordable(weight: number, value: Json): boolean {
  spend(weight * widthOf(value));
  return true;
}

/** In one pass: that of the engine compares each item with each other one. */
function areUnique(isWanted: boolean, items: readonly Json[]): boolean {
  return !isWanted || new Set(items.map(countedText)).size === items.length;
}

function countedText(item: Json): string {
  const text = canonical(item);
  spend(2 + text.length / 16);
  return text;
}

function canonical(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonical).join()}]`;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
}

function problemOf(validate: ValidateFunction, value: Json): string | null {
  try {
    return metered(() => validate(value)) ? null : sentenceOf(validate.errors?.[0]);
  } catch (error) {
    // A schema that refers to itself may go as deep as the value, and further.
    if (error instanceof TooCostly || error instanceof RangeError) return uncheckable;
    throw error;
  }
}

function sentenceOf(error: ErrorObject | undefined): string {
  const { instancePath = '', message = 'does not fit its schema', keyword, params } = error ?? {};
  const { additionalProperty, allowedValues, allowedValue } = (params ?? {}) as Readonly<Record<string, Json | undefined>>;
  const more =
    keyword === 'additionalProperties'
      ? `: ${JSON.stringify(additionalProperty)}`
      : keyword === 'enum' || keyword === 'const'
        ? `: ${JSON.stringify(allowedValues ?? allowedValue).slice(0, 300)}`
        : '';
  return `${instancePath === '' ? '' : `at ${instancePath.slice(0, 200)} `}${message}${more}`;
}
