/** Anything that survives a trip through JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper values cannot be masked, written down and read again without the stack running out. */
export const deepestJson = 500;

/** Sizes that were noted, with how deep the value is nested at most. */
const noted = new WeakMap<object, { readonly bytes: number; readonly depth: number }>();
/** Only of large values, which take milliseconds to measure. */
const worthNoting = 64 * 1024;
/** Shorter lists are measured faster than they are looked up. */
const longList = 1_000;
/** Members of objects are looked up this far from the top only. */
const nearTop = 8;

/** Notes the size of a value that is not changed any more, so that it is measured once. `depth`: how deep it is nested at most. */
export function noteJsonSize(value: Json | undefined, bytes: number, depth: number): void {
  if (bytes > worthNoting && typeof value === 'object' && value !== null) noted.set(value, { bytes, depth });
}

/** The size that was noted; undefined also for a value that may be nested deeper than `deepest`. */
export function notedJsonSize(value: object, deepest: number): number | undefined {
  const known = noted.get(value);
  return known === undefined || known.depth > deepest ? undefined : known.bytes;
}

/**
 * About how many bytes a value takes as JSON, counted until `limit` is passed; Infinity for one that is nested more than `deepest`
 * levels deep. Cheap for what is small or mostly text; a value that appears in several places counts each time, as it does when it is
 * written out.
 */
export function jsonSize(value: Json | undefined, limit: number, deepest = deepestJson): number {
  return sizeOf(value, limit, deepest, nearTop);
}

function sizeOf(value: Json | undefined, limit: number, deepest: number, near: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (deepest === 0) return Infinity;
  const isList = Array.isArray(value);
  const isNoted = near > 0 || (isList && value.length >= longList);
  const known = isNoted ? notedJsonSize(value, deepest) : undefined;
  if (known !== undefined) return known;
  return isList ? sizeOfList(value as readonly Json[], limit, deepest) : sizeOfObject(value as JsonObject, limit, deepest, near);
}

function sizeOfList(items: readonly Json[], limit: number, deepest: number): number {
  let size = 2;
  // An iterator would double the time of large lists.
  for (let index = 0; index < items.length; index += 1) {
    size += sizeOf(items[index], limit - size, deepest - 1, 0) + 1;
    if (size > limit) return size;
  }
  return size;
}

function sizeOfObject(value: JsonObject, limit: number, deepest: number, near: number): number {
  let size = 2;
  for (const key of Object.keys(value)) {
    size += key.length + 4 + sizeOf(value[key], limit - size, deepest - 1, near - 1);
    if (size > limit) return size;
  }
  return size;
}
