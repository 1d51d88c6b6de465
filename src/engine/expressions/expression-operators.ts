import { toNumber, toPrimitive, type Value } from './expression-values.js';

type Operator = (left: Value, right: Value) => Value;

/** Compares or computes on primitives; the casts only tell the compiler what JavaScript decides by itself. */
const onPrimitives =
  (operate: (left: number, right: number) => Value): Operator =>
  (left, right) =>
    operate(toPrimitive(left) as number, toPrimitive(right) as number);

const onNumbers =
  (operate: (left: number, right: number) => number): Operator =>
  (left, right) =>
    operate(toNumber(left), toNumber(right));

const not =
  (operator: Operator): Operator =>
  (left, right) =>
    operator(left, right) !== true;

const isIdentical: Operator = (left, right) => left === right;

const isLooselyEqual: Operator = (left, right) => {
  if (isObject(left) === isObject(right)) return looselyEqual(left, right);
  if (left === null || left === undefined || right === null || right === undefined) return false;
  return looselyEqual(toPrimitive(left), toPrimitive(right));
};

function looselyEqual(left: Value, right: Value): boolean {
  // oxlint-disable-next-line eqeqeq -- the loose comparison of the author's language
  return left == right;
}

function isObject(value: Value): boolean {
  return typeof value === 'object' && value !== null;
}

/** The binary operators of the expression language, with the results that JavaScript gives on plain data. */
export const binaryOperators: ReadonlyMap<string, Operator> = new Map([
  ['+', onPrimitives((left, right) => left + right)],
  ['-', onNumbers((left, right) => left - right)],
  ['*', onNumbers((left, right) => left * right)],
  ['/', onNumbers((left, right) => left / right)],
  ['%', onNumbers((left, right) => left % right)],
  ['**', onNumbers((left, right) => left ** right)],
  ['<', onPrimitives((left, right) => left < right)],
  ['>', onPrimitives((left, right) => left > right)],
  ['<=', onPrimitives((left, right) => left <= right)],
  ['>=', onPrimitives((left, right) => left >= right)],
  ['===', isIdentical],
  ['!==', not(isIdentical)],
  ['==', isLooselyEqual],
  ['!=', not(isLooselyEqual)],
]);

export const unaryOperators: ReadonlyMap<string, (value: Value) => Value> = new Map<string, (value: Value) => Value>([
  ['!', (value) => !value],
  ['-', (value) => -toNumber(value)],
  ['+', toNumber],
  ['typeof', (value) => typeof value],
]);
