import { isJsonObject, type Json } from '../json.js';

/** JSON with the members of objects in the order of their names, without undefined ones: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: Json) => (isJsonObject(inner) ? sorted(inner) : inner));
}

function sorted(object: { readonly [key: string]: Json }): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(object).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
