import { isJsonObject, type Json } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import { parseJson } from '#engine/values/json-text.js';

/** More is a mistake, and the results would not fit anywhere. */
const mostCounted = 1_000_000;
/** What an editor puts into a new container. */
export const defaultCount = 5;

/**
 * What a loop or a parallel goes through: the items of a list, the entries of an object as `[key, value]`. Text is read as JSON
 * only where the author typed it; a reference keeps its type. Without data there is nothing to go through.
 * @throws BlockFailure when it is neither, or longer than `most`
 */
export function itemsIn(collection: Json | undefined, inputs: BlockInputs, most = mostCounted): readonly Json[] {
  if (!isWritten(collection)) throw refused('is empty');
  const value = inputs.value(collection);
  const isTyped = typeof collection === 'string' && value === collection;
  const items = listIn(isTyped ? readTyped(collection) : value);
  if (items.length > most) throw refused(`has ${items.length} items; at most ${most} are possible`);
  return items;
}

/** How often a container is gone through that counts. Editors write 0 for a count that nobody chose. */
export function countIn(count: Json | undefined): number {
  return typeof count === 'number' && count >= 1 ? Math.min(mostCounted, Math.floor(count)) : defaultCount;
}

/** Whether an author wrote anything into a field of a container. */
export function isWritten(field: Json | undefined): field is Json {
  return field !== undefined && field !== null && !(typeof field === 'string' && field.trim() === '');
}

function readTyped(text: string): Json {
  return parseJson(text) ?? parseJson(text.replaceAll("'", '"')) ?? text;
}

function listIn(value: Json): readonly Json[] {
  if (value === null) return [];
  const items = isJsonObject(value) ? Object.entries(value) : value;
  if (!Array.isArray(items)) throw refused('must be a list or an object');
  return items as readonly Json[];
}

function refused(what: string): BlockFailure {
  return new BlockFailure(`collection ${what}`, { status: 400 });
}
