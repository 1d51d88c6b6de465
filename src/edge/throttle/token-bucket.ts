/** Length of a refill step, in ms. */
export const refillEveryMs = 60_000;

/** A token bucket that is refilled once a minute: with the tokens of one minute, up to a capacity of twice the rate. */
export interface TokenBucket {
  readonly tokens: number;
  readonly ratePerMinute: number;
  readonly refilledAtMs: number;
}

export function capacityOf(ratePerMinute: number): number {
  return 2 * ratePerMinute;
}

/**
 * Returns the bucket as of now, after `returned` tokens came back; a new bucket is full. With another rate, used tokens stay used. While the
 * used tokens exceed the capacity of a lower rate, the bucket keeps the higher rate: processes that know different rates cannot create tokens by
 * taking turns, and the higher rate lasts at most two minutes after a plan shrinks. `PostgresBuckets` does the same in SQL.
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

/** Tokens in the bucket, for a caller with this rate. */
export function tokensFor(bucket: TokenBucket, ratePerMinute: number): number {
  return Math.max(0, balanceFor(bucket, ratePerMinute));
}

function balanceFor(bucket: TokenBucket, ratePerMinute: number): number {
  return bucket.tokens + capacityOf(ratePerMinute) - capacityOf(bucket.ratePerMinute);
}

/** Size of a loan of a settled bucket: at least `asked`, up to a share of the tokens, and never more than all of them. */
export function loanOf(tokens: number, asked: number, share: number): number {
  return asked === 0 ? 0 : Math.min(tokens, Math.max(asked, Math.floor(tokens / share)));
}

/** When the bucket is refilled next, in ms since the epoch. */
export function resetAtMs({ refilledAtMs }: TokenBucket): number {
  return refilledAtMs + refillEveryMs;
}
