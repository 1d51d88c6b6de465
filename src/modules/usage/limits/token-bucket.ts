/** Length of a refill step, in ms. */
export const refillEveryMs = 60_000;

/** Tokens are refilled in whole minutes: a full per-minute rate at once, up to the capacity of twice the rate. */
export interface TokenBucket {
  readonly tokens: number;
  readonly refilledAtMs: number;
}

export function capacityOf(ratePerMinute: number): number {
  return 2 * ratePerMinute;
}

/** The bucket as it is now; a new one is full. */
export function refill(bucket: TokenBucket | undefined, ratePerMinute: number, nowMs: number): TokenBucket {
  if (bucket === undefined) return { tokens: capacityOf(ratePerMinute), refilledAtMs: nowMs };
  const steps = Math.floor((nowMs - bucket.refilledAtMs) / refillEveryMs);
  if (steps <= 0) return bucket;
  const tokens = Math.min(capacityOf(ratePerMinute), bucket.tokens + steps * ratePerMinute);
  return { tokens, refilledAtMs: bucket.refilledAtMs + steps * refillEveryMs };
}

/** @returns the bucket without one token; undefined when there is none left */
export function take(bucket: TokenBucket): TokenBucket | undefined {
  return bucket.tokens < 1 ? undefined : { ...bucket, tokens: bucket.tokens - 1 };
}

/** When the next tokens come, in ms since the epoch. */
export function resetAtMs({ refilledAtMs }: TokenBucket): number {
  return refilledAtMs + refillEveryMs;
}
