import type { Json } from '#kernel/json.js';

/** What an expression computes with: plain data, and `undefined` as JavaScript has it. */
export type Value = Json | undefined;

export type Primitive = string | number | boolean | null | undefined;
/** A few milliseconds of work with the slowest operation, lower case of text that is not ASCII. */
const defaultFuel = 250_000;

type PropertyRecord = Readonly<Record<string, Value>>;

/** The expression failed as it would have in JavaScript. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}

/** Only real JavaScript gives the right answer here. Nothing has happened yet, so the sandbox can start from the beginning. */
export class BeyondInterpreter extends Error {
  override readonly name = 'BeyondInterpreter';
}

/**
 * How much work the conditions of one block may still do in the server process. A unit is one operation, or one character or element that an
 * operation reads or makes. It is spent before the operation, so neither time nor memory grows beyond it.
 */
export class Fuel {
  #left: number;

  constructor(units: number = defaultFuel) {
    this.#left = units;
  }

  /** @throws BeyondInterpreter when too little is left: the sandbox has a clock and a memory limit */
  spend(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new BeyondInterpreter();
  }
}

/** An own property. What real JavaScript would inherit is beyond this interpreter. */
export function readProperty(target: Value, key: Value, fuel: Fuel): Value {
  if (target === null || target === undefined) throw unreadable(target, key, fuel);
  const name = toText(key, fuel);
  fuel.spend(1 + name.length);
  if (typeof target === 'string') return readCharacter(target, name);
  if (typeof target === 'object' && Object.hasOwn(target, name)) return (target as PropertyRecord)[name];
  return inherited(target, name);
}

/** The error of reading a property of nothing. Keys that are no text are not named, as in JavaScript. */
export function unreadable(target: null | undefined, key: Value, fuel: Fuel): ExpressionError {
  const reading = typeof key === 'object' && key !== null ? '' : ` (reading '${toText(key, fuel)}')`;
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
export function toPrimitive(value: Value, fuel: Fuel): Primitive {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return joined(value as readonly Value[], fuel);
  if (Object.hasOwn(value, 'toString') || Object.hasOwn(value, 'valueOf')) throw new BeyondInterpreter();
  return '[object Object]';
}

function joined(list: readonly Value[], fuel: Fuel): string {
  fuel.spend(list.length);
  const texts = list.map((item) => {
    const text = item === null || item === undefined ? '' : toText(item, fuel);
    fuel.spend(text.length);
    return text;
  });
  return texts.join(',');
}

export function toText(value: Value, fuel: Fuel): string {
  return String(toPrimitive(value, fuel));
}

export function toNumber(value: Value, fuel: Fuel): number {
  const primitive = toPrimitive(value, fuel);
  fuel.spend(sizeOf(primitive));
  return Number(primitive);
}

/** What reading a primitive from end to end costs. */
export function sizeOf(value: Primitive): number {
  return typeof value === 'string' ? value.length : 1;
}
