import type { Json } from '#kernel/json.js';

/** Replaces what a text in the database cannot hold, NUL characters and lone surrogates, with replacement characters. */
export function storable(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member as Json)]));
}
