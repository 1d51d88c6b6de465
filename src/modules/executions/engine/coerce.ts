import type { Json } from '#kernel/json.js';
import { parseJson } from './json-text.js';

const truths: ReadonlySet<Json> = new Set<Json>([true, 'true', '1', 1]);
const untruths: ReadonlySet<Json> = new Set<Json>([false, 'false', '0', 0]);

/** Makes a value one of its declared type where that is plainly possible, and leaves it alone where it is not. Never fails. */
export function coerce(type: string, value: Json): Json {
  if (value === null) return null;
  switch (type) {
    case 'string':
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
    case 'number':
      return typeof value === 'string' ? (numberIn(value) ?? value) : value;
    case 'boolean':
      return truths.has(value) || (untruths.has(value) ? false : value);
    case 'object':
    case 'array':
      return typeof value === 'string' ? (parseJson(value) ?? value) : value;
    default:
      return value;
  }
}

/** The finite number that a text stands for; null when it stands for none. */
export function numberIn(text: string): number | null {
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}
