import type { Json } from '#kernel/json.js';

/** What an expression computes with: plain data, and `undefined` as JavaScript has it. */
export type Value = Json | undefined;

type Primitive = string | number | boolean | null | undefined;
type PropertyRecord = Readonly<Record<string, Value>>;

/** The expression failed as it would have in JavaScript. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Only real JavaScript gives the right answer here. Nothing has happened yet, so the sandbox can start from the beginning. */
export class BeyondInterpreter extends Error {
  override readonly name = 'BeyondInterpreter';
}

/** An own property. What real JavaScript would inherit is beyond this interpreter. */
export function readProperty(target: Value, key: Value): Value {
  if (target === null || target === undefined) throw unreadable(target, key);
  const name = toText(key);
  if (typeof target === 'string') return readCharacter(target, name);
  if (typeof target === 'object' && Object.hasOwn(target, name)) return (target as PropertyRecord)[name];
  return inherited(target, name);
}

/** The error of reading a property of nothing. Keys that are no text are not named, as in JavaScript. */
export function unreadable(target: null | undefined, key: Value): ExpressionError {
  const reading = typeof key === 'object' && key !== null ? '' : ` (reading '${toText(key)}')`;
  return new ExpressionError(`Cannot read properties of ${String(target)}${reading}`);
}

function readCharacter(text: string, key: string): Value {
  if (key === 'length') return text.length;
  return /^(?:0|[1-9]\d*)$/.test(key) && Number(key) < text.length ? text[Number(key)] : inherited(text, key);
}

function inherited(target: Exclude<Value, null | undefined>, key: string): undefined {
  if (key in Object(target)) throw new BeyondInterpreter();
  return undefined;
}

/** The primitive that JavaScript makes of a value when an operator or a method needs one. Asks no method of the value. */
export function toPrimitive(value: Value): Primitive {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return (value as readonly Value[]).map((item) => (item === null || item === undefined ? '' : toText(item))).join(',');
  if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')) throw new BeyondInterpreter();
  return '[object Object]';
}

export function toText(value: Value): string {
  return String(toPrimitive(value));
}

export function toNumber(value: Value): number {
  return Number(toPrimitive(value));
}
