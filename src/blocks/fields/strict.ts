import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { numberIn } from '#engine/values/coerce.js';
import { parseJson } from '#engine/values/json-text.js';
import { isFilled } from './blank.js';
import { refused, type Field } from './field.js';
import { choice, json, number, oneOf } from './kinds.js';
import type { ValueSchema } from './schema.js';

/** What a block does; `description` says it of each word. The first operation is the default; any other word is refused at deployment and in a run. */
export function operation<const Word extends string>(description: string, words: readonly [Word, ...Word[]]): Field<Word> {
  const [first] = words;
  const known = (written: Json | undefined): Word | null => words.find((word) => word === (isFilled(written) ? written : first)) ?? null;
  return choice(description, words, { default: first }).parsed(known, oneOf(words), 'unknown_operation');
}

/** JSON; undefined for an empty field. Any other text fails the block. */
export function strictJson(description: string, more: ValueSchema = {}): Field<Json | undefined> {
  return json(description, more).as(readJson);
}

export function jsonObject(description: string, more: ValueSchema = {}): Field<JsonObject | undefined> {
  return strictJson(description, more).convert((value, name) => {
    if (value === undefined || value === null) return undefined;
    if (!isJsonObject(value)) throw refused(name, 'must be a JSON object');
    return value;
  });
}

export function jsonList(description: string, more: ValueSchema = {}): Field<readonly Json[] | undefined> {
  return json(description, more).as(readList);
}

/** @throws BlockFailure for anything but a list or an empty field */
export function readList(written: Json | undefined, inputs: BlockInputs, name: string): readonly Json[] | undefined {
  const value = readJson(written, inputs, name) ?? undefined;
  if (value !== undefined && !Array.isArray(value)) throw refused(name, 'must be a JSON list');
  return value as readonly Json[] | undefined;
}

/** A whole number within bounds; undefined for an empty field. Anything else fails the block. */
export function wholeNumber(
  description: string,
  more: ValueSchema & { readonly default?: number; readonly minimum: number; readonly maximum?: number },
): Field<number | undefined> {
  const { minimum: least, maximum: most = Infinity } = more;
  const range = most === Infinity ? `must be a whole number of at least ${least}` : `must be a whole number from ${least} to ${most}`;
  return number(description, more).as((written, inputs, name) => {
    const text = inputs.text(written).trim();
    if (text === '') return undefined;
    const value = numberIn(text);
    if (value !== null && Number.isInteger(value) && value >= least && value <= most) return value;
    throw refused(name, range);
  });
}

function readJson(written: Json | undefined, inputs: BlockInputs, name: string): Json | undefined {
  if (!isFilled(written)) return undefined;
  const value = inputs.json(written);
  if (!isFilled(value)) return undefined;
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  if (typeof parsed !== 'object') throw refused(name, 'must be JSON: names in double quotes, and texts as well');
  return parsed;
}

/** A number within bounds; undefined for an empty field. Anything else fails the block. */
export function decimal(
  description: string,
  more: ValueSchema & { readonly minimum: number; readonly maximum?: number },
): Field<number | undefined> {
  const { minimum: least, maximum: most = Infinity } = more;
  const range = most === Infinity ? `must be a number of at least ${least}` : `must be a number from ${least} to ${most}`;
  return number(description, more).as((written, inputs, name) => {
    const text = inputs.text(written).trim();
    if (text === '') return undefined;
    const value = numberIn(text);
    if (value !== null && value >= least && value <= most) return value;
    throw refused(name, range);
  });
}
