import { isJsonObject, type Json } from '#kernel/json.js';

type Secret = readonly [name: string, value: string];

const placeholder = /\{\{([^{}]+)\}\}/g;

/**
 * The secrets that a value holds, told from how it is shown. Secrets change between the runs that hand such a value on, and what is
 * masked has to be masked for as long as anything holds it. Where two placeholders leave open what belongs to which, it may be told
 * as either.
 */
export function maskedSecrets(shown: Json, value: Json): readonly Secret[] {
  if (typeof shown === 'string') return typeof value === 'string' ? secretsIn(shown, value) : [];
  if (Array.isArray(shown) && Array.isArray(value)) {
    return shown.flatMap((item: Json, index) => maskedSecrets(item, (value as readonly Json[])[index] ?? null));
  }
  if (!isJsonObject(shown) || !isJsonObject(value)) return [];
  // Keys are masked too, and stay in their order.
  const real = Object.entries(value);
  return Object.entries(shown).flatMap(([key, item], index) => {
    const [realKey = '', realItem = null] = real[index] ?? [];
    return [...secretsIn(key, realKey), ...maskedSecrets(item, realItem)];
  });
}

function secretsIn(shown: string, text: string): readonly Secret[] {
  if (shown === text) return [];
  const found: Secret[] = [];
  // The texts before, between and after the placeholders, with their names in between.
  const [first = '', ...rest] = shown.split(placeholder);
  let at = first.length;
  for (let index = 0; index + 1 < rest.length; index += 2) {
    const [name = '', next = ''] = rest.slice(index, index + 2);
    const isLast = index + 2 >= rest.length;
    const end = isLast ? text.length - next.length : text.indexOf(next, at + 1);
    if (end <= at) return found;
    const value = text.slice(at, end);
    if (value !== `{{${name}}}`) found.push([name, value]);
    at = end + next.length;
  }
  return found;
}
