/** Closes a switch over a union: a case that was forgotten is a compile error, and at run time a clear failure. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}
