import type { Bucket, Loan } from './bucket-store.js';
import { capacityOf } from './token-bucket.js';

/** The state of a bucket after a request for a token. */
export interface Standing {
  /** False: there was no token. */
  readonly isAllowed: boolean;
  /** The capacity of the bucket. */
  readonly limit: number;
  readonly remaining: number;
  /** When the next tokens come, in ms since the epoch. */
  readonly resetAtMs: number;
  readonly resetInMs: number;
}

/** For so long after the store reported an empty bucket, it is not asked again. */
const emptyForMs = 250;

/** The tokens of one bucket that this process has borrowed and not used yet, and what it knows of the rest. Times are from a monotonic clock. */
export class Purse {
  held = 0;
  /** Tokens in the store, by its latest answer. */
  left = 0;
  resetAtMs = 0;
  usedAtMs = 0;
  seenAtMs = Number.NEGATIVE_INFINITY;
  /** Whether tokens of this bucket were ever asked for here. */
  hasBorrowed = false;
  #resetsAtMs = Number.NEGATIVE_INFINITY;

  constructor(public bucket: Bucket) {}

  /** Whether what it knows belongs to the present minute and rate. */
  isFresh({ ratePerMinute }: Bucket, nowMs: number): boolean {
    return nowMs < this.#resetsAtMs && ratePerMinute === this.bucket.ratePerMinute;
  }

  isKnownEmpty(nowMs: number): boolean {
    return this.held === 0 && this.left === 0 && nowMs - this.seenAtMs < emptyForMs;
  }

  /** Records the answer of the store to a call made at `askedAtMs`. */
  learn(bucket: Bucket, { granted, left, resetAtMs, resetInMs }: Loan, askedAtMs: number): void {
    this.bucket = bucket;
    this.held += granted;
    this.left = left;
    this.resetAtMs = resetAtMs;
    this.seenAtMs = askedAtMs;
    this.#resetsAtMs = askedAtMs + resetInMs;
  }

  /** Uses a token if there is one. */
  spend(nowMs: number): Standing {
    this.usedAtMs = nowMs;
    if (this.held === 0) return this.standing(false, nowMs);
    this.held -= 1;
    return this.standing(true, nowMs);
  }

  standing(isAllowed: boolean, nowMs: number): Standing {
    return {
      isAllowed,
      limit: capacityOf(this.bucket.ratePerMinute),
      remaining: isAllowed ? this.held + this.left : 0,
      resetAtMs: this.resetAtMs,
      resetInMs: Math.max(0, this.#resetsAtMs - nowMs),
    };
  }
}
