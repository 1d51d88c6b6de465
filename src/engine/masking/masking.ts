import { isJsonObject, type Json } from '#kernel/json.js';

/** Shorter values are masked only where they are the whole text: `1` or `eu` inside other words says nothing. */
const shortestInside = 4;

/** Names and values; a secret that has changed may stand there with each of its values. */
type NamedValues = Iterable<readonly [name: string, value: string]>;

/** The same value with every secret shown as `{{NAME}}`, in keys too. */
export function maskSecrets(value: Json, secrets: NamedValues): Json {
  const all = [...secrets];
  return all.length === 0 ? value : masked(value, all);
}

function masked(value: Json, secrets: NamedValues): Json {
  if (typeof value === 'string') return maskText(value, secrets);
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => masked(item, secrets));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key, secrets), masked(item, secrets)]));
}

export function maskText(text: string, secrets: NamedValues): string {
  for (const [name, secret] of secrets) if (text === secret) return `{{${name}}}`;
  // The longest first: one secret may be part of another.
  const inside = [...secrets]
    .filter(([, { length }]) => length >= shortestInside)
    .toSorted(([, one], [, other]) => other.length - one.length);
  return inside.reduce((shown, [name, secret]) => shown.replaceAll(secret, () => `{{${name}}}`), text);
}
