/** Anything that survives a trip through JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

export type JsonObject = { readonly [key: string]: Json };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Deeper values cannot be masked, written down and read again without the stack running out. */
export const deepestJson = 500;

/**
 * About how many bytes a value takes as JSON, counted until `limit` is passed; Infinity for one that is nested more than `deepest`
 * levels deep. Cheap for what is small or mostly text; a value that appears in several places counts each time, as it does when it is
 * written out.
 */
export function jsonSize(value: Json | undefined, limit: number, deepest = deepestJson): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 8;
  if (deepest === 0) return Infinity;
  let size = 2;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    // An iterator would double the time of large lists.
    for (let index = 0; index < items.length; index += 1) {
      size += jsonSize(items[index], limit - size, deepest - 1) + 1;
      if (size > limit) return size;
    }
    return size;
  }
  for (const key of Object.keys(value)) {
    size += key.length + 4 + jsonSize((value as Readonly<Record<string, Json>>)[key], limit - size, deepest - 1);
    if (size > limit) return size;
  }
  return size;
}
