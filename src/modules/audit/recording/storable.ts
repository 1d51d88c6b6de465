import type { Json } from '#kernel/json.js';

/** The value without what a database cannot hold in a text: NUL characters and lone surrogates become replacement characters. */
export function storable(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\ufffd');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(storable);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [storable(name), storable(member as Json)]));
}
