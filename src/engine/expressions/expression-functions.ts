import { BeyondInterpreter, ExpressionError, toNumber, toText, type Value } from './expression-values.js';

interface Callable<Receiver> {
  readonly arity: number;
  call(receiver: Receiver, argument: Value): Value;
}

/** Looking for one long text in another takes time in proportion to both lengths; beyond this the sandbox's clock watches it. */
const searchBudget = 10_000_000;

const inText = (search: (text: string, part: string) => Value): Callable<string> => ({
  arity: 1,
  call: (text, argument) => {
    const part = toText(argument);
    if (text.length * part.length > searchBudget) throw new BeyondInterpreter();
    return search(text, part);
  },
});

const ofText = (call: (text: string) => string): Callable<string> => ({ arity: 0, call });

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
  ['includes', { arity: 1, call: (list: readonly Value[], item: Value) => list.includes(item) }],
  ['indexOf', { arity: 1, call: (list: readonly Value[], item: Value) => list.indexOf(item) }],
]);

const functions: ReadonlyMap<string, (argument: Value) => Value> = new Map<string, (argument: Value) => Value>([
  ['Number', toNumber],
  ['String', toText],
  ['Boolean', Boolean],
  ['parseFloat', (value) => parseFloat(toText(value))],
  ['parseInt', (value) => parseInt(toText(value))],
  ['isNaN', (value) => Number.isNaN(toNumber(value))],
  ['Array.isArray', (value) => Array.isArray(value)],
]);

/** A global function that takes one argument, by its name as written; undefined when it is not part of the language. */
export function findFunction(name: string): ((argument: Value) => Value) | undefined {
  return functions.get(name);
}

/** Whether some kind of data has a method of this name that takes so many arguments. */
export function hasMethod(name: string, argumentCount: number): boolean {
  return (textMethods.get(name) ?? listMethods.get(name))?.arity === argumentCount;
}

/** @throws ExpressionError when this kind of data has no such method */
export function callMethod(receiver: Value, name: string, argument: Value): Value {
  if (typeof receiver === 'string') return textMethods.get(name)?.call(receiver, argument);
  const method = Array.isArray(receiver) ? listMethods.get(name) : undefined;
  if (method !== undefined) return method.call(receiver as readonly Value[], argument);
  throw new ExpressionError(`.${name} is not a function`);
}
