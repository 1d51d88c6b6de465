import { isJsonObject, type Json } from '#kernel/json.js';

/** Shorter values are masked only where they are the whole text: `1` or `eu` inside other words says nothing. */
const shortestInside = 4;

/** The same value with every secret shown as `{{NAME}}`, in keys too. `secrets` holds values by name. */
export function maskSecrets(value: Json, secrets: ReadonlyMap<string, string>): Json {
  if (secrets.size === 0) return value;
  if (typeof value === 'string') return maskText(value, secrets);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => maskSecrets(item, secrets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key, secrets), maskSecrets(item, secrets)]));
}

export function maskText(text: string, secrets: ReadonlyMap<string, string>): string {
  for (const [name, secret] of secrets) if (text === secret) return `{{${name}}}`;
  // The longest first: one secret may be part of another.
  const inside = [...secrets]
    .filter(([, { length }]) => length >= shortestInside)
    .toSorted(([, one], [, other]) => other.length - one.length);
  return inside.reduce((shown, [name, secret]) => shown.replaceAll(secret, () => `{{${name}}}`), text);
}
