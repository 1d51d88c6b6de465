import { sizeOf, toNumber, toPrimitive, type Fuel, type Primitive, type Value } from './expression-values.js';

type Operator = (left: Value, right: Value, fuel: Fuel) => Value;

/** Compares or computes on primitives; the casts only tell the compiler what JavaScript decides by itself. */
const onPrimitives =
  (operate: (left: number, right: number) => Value): Operator =>
  (left, right, fuel) => {
    const [first, second] = [toPrimitive(left, fuel), toPrimitive(right, fuel)];
    // Also compared as numbers where one of them is no text.
    fuel.spend(sizeOf(first) + sizeOf(second));
    return operate(first as number, second as number);
  };

const onNumbers =
  (operate: (left: number, right: number) => number): Operator =>
  (left, right, fuel) =>
    operate(toNumber(left, fuel), toNumber(right, fuel));

const not =
  (operator: Operator): Operator =>
  (left, right, fuel) =>
    operator(left, right, fuel) !== true;

const isIdentical: Operator = (left, right, fuel) => {
  spendOnComparison(left, right, fuel);
  return left === right;
};

const isLooselyEqual: Operator = (left, right, fuel) => {
  if (isObject(left) === isObject(right)) return looselyEqual(left as Primitive, right as Primitive, fuel);
  if (left === null || left === undefined || right === null || right === undefined) return false;
  return looselyEqual(toPrimitive(left, fuel), toPrimitive(right, fuel), fuel);
};

function looselyEqual(left: Primitive, right: Primitive, fuel: Fuel): boolean {
  if (typeof left === typeof right) spendOnComparison(left, right, fuel);
  else fuel.spend(sizeOf(left) + sizeOf(right));
  // oxlint-disable-next-line eqeqeq -- the loose comparison of the author's language
  return left == right;
}

/** Texts of different lengths differ at once. */
function spendOnComparison(left: Value, right: Value, fuel: Fuel): void {
  fuel.spend(typeof left === 'string' && typeof right === 'string' && left.length === right.length ? left.length : 1);
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

export const unaryOperators: ReadonlyMap<string, (value: Value, fuel: Fuel) => Value> = new Map<
  string,
  (value: Value, fuel: Fuel) => Value
>([
  ['!', (value) => !value],
  ['-', (value, fuel) => -toNumber(value, fuel)],
  ['+', toNumber],
  ['typeof', (value) => typeof value],
]);
