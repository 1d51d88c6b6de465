import type { Json } from '#kernel/json.js';

/** A check that would take too long. */
export class TooCostly extends Error {}

/** Some 50 ms, also where every step fails: a check is one piece of work on the event loop. A large answer takes some 100,000. */
const mostSteps = 200_000;

let left = Infinity;

/** Does a check, whose parts call `spend`. @throws TooCostly when they take more steps than any honest answer needs */
export function metered<Value>(check: () => Value): Value {
  left = mostSteps;
  try {
    return check();
  } finally {
    left = Infinity;
  }
}

/** @throws TooCostly */
export function spend(steps: number): void {
  left -= steps;
  if (left < 0) throw new TooCostly('The check takes too long');
}

/** About how much of a value one schema looks at. */
export function widthOf(value: Json): number {
  if (typeof value === 'string') return 1 + value.length / 64;
  if (typeof value !== 'object' || value === null) return 1;
  return 1 + (Array.isArray(value) ? value.length / 16 : Object.keys(value).length / 2);
}
