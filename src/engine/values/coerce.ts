import type { Json } from '#kernel/json.js';
import { parseJson } from './json-text.js';

const truths: ReadonlySet<Json> = new Set<Json>([true, 'true', '1', 1]);
const untruths: ReadonlySet<Json> = new Set<Json>([false, 'false', '0', 0]);

const ofText =
  (read: (text: string) => Json | null | undefined) =>
  (value: Json): Json =>
    typeof value === 'string' ? (read(value) ?? value) : value;

const conversions: ReadonlyMap<string, (value: Json) => Json> = new Map<string, (value: Json) => Json>([
  ['string', (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value))],
  ['number', ofText(numberIn)],
  ['boolean', (value) => truths.has(value) || (untruths.has(value) ? false : value)],
  ['object', ofText(parseJson)],
  ['array', ofText(parseJson)],
]);

/** Makes a value one of its declared type where that is plainly possible, and leaves it alone where it is not. Never fails. */
export function coerce(type: string, value: Json): Json {
  return value === null ? null : (conversions.get(type)?.(value) ?? value);
}

/** The finite number that a text stands for; null when it stands for none. */
export function numberIn(text: string): number | null {
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** A number, or a text that is one and whose digits the number keeps. */
export function isExactNumber(value: Json): boolean {
  if (typeof value === 'number') return true;
  const text = typeof value === 'string' ? value.trim() : '';
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) && text.replace(/[-.]/g, '').length <= 15;
}
