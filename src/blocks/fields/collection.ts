import { isJsonObject, type Json } from '#kernel/json.js';
import { parseJson } from '#engine/values/json-text.js';
import { isFilled } from './blank.js';
import { beginsLikeJson } from './json-like.js';
import { refused, type Field } from './field.js';
import { json } from './kinds.js';
import type { ValueSchema } from './schema.js';

/** A run with more passes takes minutes, and the results of a million hold the process for a fifth of a second each time memory is cleaned up. */
const mostCounted = 100_000;
/** What an editor puts into a new container. */
export const defaultCount = 5;

/**
 * The items of a loop or a parallel: those of a list, or the entries of an object as `[key, value]`. Text is read as JSON only where
 * the author typed it; a reference keeps its type, and one without data has no items. Null for an empty field. A value of another type
 * fails the block, and so does one with more than `most` items.
 */
export function collection(description: string, more: ValueSchema, most = mostCounted): Field<readonly Json[] | null> {
  return json(description, more).as((written, inputs, name) => {
    if (!isFilled(written)) return null;
    const field = typeof written === 'string' ? written.trim() : written;
    const value = beginsLikeJson(field) ? inputs.json(field) : inputs.value(field);
    const items = listIn(typeof value === 'string' && value === field ? readTyped(value) : value, name);
    if (items.length > most) throw refused(name, `has ${items.length} items; at most ${most} are possible`);
    return items;
  });
}

/** The items of a collection that must not be empty. @throws BlockFailure */
export function itemsOf(items: readonly Json[] | null): readonly Json[] {
  if (items === null) throw refused('collection', 'is empty');
  return items;
}

/** The passes of a container that counts. Editors write 0 where the author chose no count. @throws BlockFailure for too many */
export function countIn(count: Json | undefined, _inputs: unknown, name: string): number {
  const passes = typeof count === 'number' && count >= 1 ? Math.floor(count) : defaultCount;
  if (passes > mostCounted) throw refused(name, `is ${passes}; at most ${mostCounted} are possible`);
  return passes;
}

/** Whether a text without references is a list or an object. */
export function isTypedList(text: string): boolean {
  const value = readTyped(text.trim());
  return typeof value === 'object';
}

function readTyped(text: string): Json {
  return parseJson(text) ?? parseJson(text.replaceAll("'", '"')) ?? text;
}

function listIn(value: Json, name: string): readonly Json[] {
  if (value === null) return [];
  const items = isJsonObject(value) ? Object.entries(value) : value;
  if (!Array.isArray(items)) throw refused(name, 'must be a list or an object');
  return items as readonly Json[];
}
