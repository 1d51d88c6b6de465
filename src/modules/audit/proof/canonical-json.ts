import type { Json } from '#kernel/json.js';

/** The canonical JSON of a value (RFC 8785): no spaces, members sorted by the UTF-16 units of their names, numbers as in ECMAScript. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`;
  const object = value as Readonly<Record<string, Json>>;
  let members = '';
  for (const name of Object.keys(object).toSorted()) {
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(object[name] as Json)}`;
  }
  return `{${members}}`;
}
