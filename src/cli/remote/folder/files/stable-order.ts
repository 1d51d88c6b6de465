import { isJsonObject, type Json } from '#kernel/json.js';

const first = ['version', 'workflow', 'state', 'id', 'type', 'name', 'description', 'enabled', 'metadata'];

/** The value with its keys in a stable order: the important keys first, then alphabetically. Arrays keep their order. */
export function inStableOrder(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(inStableOrder);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([left], [right]) => rank(left) - rank(right) || (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inStableOrder(inner)]));
}

function rank(key: string): number {
  const place = first.indexOf(key);
  return place === -1 ? first.length : place;
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(inStableOrder(one as Json)) === JSON.stringify(inStableOrder(other as Json));
}
