import type { Bucket, Loan } from './bucket-store.js';
import { capacityOf } from './token-bucket.js';

/** The state of a bucket for one request. */
export interface Standing {
  /** False if there was no token. */
  readonly isAllowed: boolean;
  /** The capacity of the bucket. */
  readonly limit: number;
  readonly remaining: number;
  /** When the bucket is refilled next, in ms since the epoch. */
  readonly resetAtMs: number;
  readonly resetInMs: number;
}

/** How long an empty bucket is not asked for again, in ms. */
const emptyForMs = 250;

/** The unused borrowed tokens of one bucket in this process, and the last known state of the bucket. Times are of a monotonic clock. */
export class Purse {
  held = 0;
  /** Tokens in the store, as of the last loan. */
  left = 0;
  resetAtMs = 0;
  usedAtMs = 0;
  seenAtMs = Number.NEGATIVE_INFINITY;
  /** Whether this process has ever borrowed tokens of this bucket. */
  hasBorrowed = false;
  #resetsAtMs = Number.NEGATIVE_INFINITY;

  constructor(public bucket: Bucket) {}

  /** Whether the known state is of the current minute and rate. */
  isFresh({ ratePerMinute }: Bucket, nowMs: number): boolean {
    return nowMs < this.#resetsAtMs && ratePerMinute === this.bucket.ratePerMinute;
  }

  isKnownEmpty(nowMs: number): boolean {
    return this.held === 0 && this.left === 0 && nowMs - this.seenAtMs < emptyForMs;
  }

  /** Records a result of the store that was requested at `askedAtMs`. */
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
