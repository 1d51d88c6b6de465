/** Above this a process follows the clock of the database, and an operator should synchronise the clocks. In ms. */
export const notableSkewMs = 2_000;

/** Above this a process must not serve requests: tokens, signatures and certificates of others are checked by the clock of the machine. In ms. */
export const intolerableSkewMs = 60_000;

/**
 * How far the clock of this machine is ahead of that of the database, in ms; negative if it is behind. `at` was read from the database between
 * `before` and `after`, so a slow answer is no difference.
 */
export function skewMs({ before, at, after }: { readonly before: number; readonly at: number; readonly after: number }): number {
  if (before > at) return before - at;
  return after < at ? after - at : 0;
}
