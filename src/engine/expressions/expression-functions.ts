import { ExpressionError, toNumber, toText, type Fuel, type Value } from './expression-values.js';

interface Callable<Receiver> {
  readonly arity: number;
  call(receiver: Receiver, argument: Value, fuel: Fuel): Value;
}

/** A search compares up to as many characters as both lengths multiplied, far more of them in a nanosecond than any other operation. */
const comparisonsPerUnit = 40;

const inText = (search: (text: string, part: string) => Value): Callable<string> => ({
  arity: 1,
  call: (text, argument, fuel) => {
    const part = toText(argument, fuel);
    fuel.spend(text.length + part.length + (text.length * part.length) / comparisonsPerUnit);
    return search(text, part);
  },
});

const ofText = (change: (text: string) => string): Callable<string> => ({
  arity: 0,
  call: (text, _argument, fuel) => {
    fuel.spend(text.length);
    return change(text);
  },
});

const inList = (search: (list: readonly Value[], item: Value) => Value): Callable<readonly Value[]> => ({
  arity: 1,
  call: (list, item, fuel) => {
    fuel.spend(list.length * (typeof item === 'string' ? 1 + item.length : 1));
    return search(list, item);
  },
});

const textMethods: ReadonlyMap<string, Callable<string>> = new Map([
  ['includes', inText((text, part) => text.includes(part))],
  ['indexOf', inText((text, part) => text.indexOf(part))],
  ['startsWith', inText((text, part) => text.startsWith(part))],
  ['endsWith', inText((text, part) => text.endsWith(part))],
  ['toLowerCase', ofText((text) => text.toLowerCase())],
  ['toUpperCase', ofText((text) => text.toUpperCase())],
  ['trim', ofText((text) => text.trim())],
]);

const listMethods: ReadonlyMap<string, Callable<readonly Value[]>> = new Map([
  ['includes', inList((list, item) => list.includes(item))],
  ['indexOf', inList((list, item) => list.indexOf(item))],
]);

type GlobalFunction = (argument: Value, fuel: Fuel) => Value;

const functions: ReadonlyMap<string, GlobalFunction> = new Map<string, GlobalFunction>([
  ['Number', toNumber],
  ['String', toText],
  ['Boolean', Boolean],
  ['parseFloat', (value, fuel) => parseFloat(measuredText(value, fuel))],
  ['parseInt', (value, fuel) => parseInt(measuredText(value, fuel))],
  ['isNaN', (value, fuel) => Number.isNaN(toNumber(value, fuel))],
  ['Array.isArray', (value) => Array.isArray(value)],
]);

/** A global function that takes one argument, by its name as written; undefined when it is not part of the language. */
export function findFunction(name: string): GlobalFunction | undefined {
  return functions.get(name);
}

/** Whether some kind of data has a method of this name that takes so many arguments. */
export function hasMethod(name: string, argumentCount: number): boolean {
  return (textMethods.get(name) ?? listMethods.get(name))?.arity === argumentCount;
}

/** @throws ExpressionError when this kind of data has no such method */
export function callMethod(receiver: Value, name: string, argument: Value, fuel: Fuel): Value {
  if (typeof receiver === 'string') return textMethods.get(name)?.call(receiver, argument, fuel);
  const method = Array.isArray(receiver) ? listMethods.get(name) : undefined;
  if (method !== undefined) return method.call(receiver as readonly Value[], argument, fuel);
  throw new ExpressionError(`.${name} is not a function`);
}

function measuredText(value: Value, fuel: Fuel): string {
  const text = toText(value, fuel);
  fuel.spend(text.length);
  return text;
}
