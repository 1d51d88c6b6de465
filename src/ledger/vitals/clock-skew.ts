/** Above this a difference delays or hastens what is due, and an operator should synchronise the clocks. In ms. */
export const notableSkewMs = 2_000;

/** Above this a process must not serve requests: expiries, signatures and rate limits would be wrong by as much. In ms. */
export const intolerableSkewMs = 60_000;

/**
 * How far the clock of this process is ahead of that of the database, in ms; negative if it is behind. `at` was read from the database between
 * `before` and `after`, so a slow answer is no difference.
 */
export function skewMs({ before, at, after }: { readonly before: number; readonly at: number; readonly after: number }): number {
  if (before > at) return before - at;
  return after < at ? after - at : 0;
}
