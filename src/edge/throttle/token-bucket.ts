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
 * The bucket as it is now, after `returned` tokens were given back. A new bucket is full. When the rate changes, used tokens stay used. While
 * the use exceeds what a lower rate allows, the bucket keeps the higher rate. So processes that know different rates create no tokens by
 * alternating, and a smaller plan takes effect within two minutes. `PostgresBuckets` does the same in SQL.
 */
export function settle(bucket: TokenBucket | undefined, ratePerMinute: number, nowMs: number, returned = 0): TokenBucket {
  if (bucket === undefined) return { tokens: capacityOf(ratePerMinute), ratePerMinute, refilledAtMs: nowMs };
  // A clock that was set back must not delay the next tokens.
  const sinceMs = Math.min(bucket.refilledAtMs, nowMs);
  const steps = Math.floor((nowMs - sinceMs) / refillEveryMs);
  const tokens = Math.min(capacityOf(bucket.ratePerMinute), bucket.tokens + returned + steps * bucket.ratePerMinute);
  const settled = { ...bucket, tokens, refilledAtMs: sinceMs + steps * refillEveryMs };
  const balance = balanceFor(settled, ratePerMinute);
  return balance < 0 ? settled : { ...settled, tokens: balance, ratePerMinute };
}

/** How many tokens there are for a process that knows the bucket by this rate. */
export function tokensFor(bucket: TokenBucket, ratePerMinute: number): number {
  return Math.max(0, balanceFor(bucket, ratePerMinute));
}

function balanceFor(bucket: TokenBucket, ratePerMinute: number): number {
  return bucket.tokens + capacityOf(ratePerMinute) - capacityOf(bucket.ratePerMinute);
}

/** How many tokens of a settled bucket a process that needs `asked` may borrow: a share of the tokens, and never more than all of them. */
export function loanOf(tokens: number, asked: number, share: number): number {
  return asked === 0 ? 0 : Math.min(tokens, Math.max(asked, Math.floor(tokens / share)));
}

/** When the next tokens come, in ms since the epoch. */
export function resetAtMs({ refilledAtMs }: TokenBucket): number {
  return refilledAtMs + refillEveryMs;
}
