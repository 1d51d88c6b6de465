/** Length of a refill step, in ms. */
export const refillEveryMs = 60_000;

/** Tokens are refilled in whole minutes: a full per-minute rate at once, up to the capacity of twice the rate. */
export interface TokenBucket {
  readonly tokens: number;
  readonly ratePerMinute: number;
  readonly refilledAtMs: number;
}

export function capacityOf(ratePerMinute: number): number {
  return 2 * ratePerMinute;
}

/**
 * The bucket as it is now, after `returned` tokens have come back; a new one is full. With another rate, what was used stays used.
 * The same is done in SQL by `PostgresBuckets`.
 */
export function settle(bucket: TokenBucket | undefined, ratePerMinute: number, nowMs: number, returned = 0): TokenBucket {
  if (bucket === undefined) return { tokens: capacityOf(ratePerMinute), ratePerMinute, refilledAtMs: nowMs };
  const before = Math.min(capacityOf(bucket.ratePerMinute), bucket.tokens + returned);
  const moved = Math.max(0, before + capacityOf(ratePerMinute) - capacityOf(bucket.ratePerMinute));
  const steps = Math.max(0, Math.floor((nowMs - bucket.refilledAtMs) / refillEveryMs));
  const tokens = Math.min(capacityOf(ratePerMinute), moved + steps * ratePerMinute);
  return { tokens, ratePerMinute, refilledAtMs: bucket.refilledAtMs + steps * refillEveryMs };
}

/** How many of the tokens of a settled bucket whoever needs `asked` may take with him: a share of what is there, and never more than all. */
export function loanOf({ tokens }: TokenBucket, asked: number, share: number): number {
  return asked === 0 ? 0 : Math.min(tokens, Math.max(asked, Math.floor(tokens / share)));
}

/** When the next tokens come, in ms since the epoch. */
export function resetAtMs({ refilledAtMs }: TokenBucket): number {
  return refilledAtMs + refillEveryMs;
}
