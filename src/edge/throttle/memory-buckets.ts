import { BucketStore, type Bucket, type Loan, type LoanRequest } from './bucket-store.js';
import { loanOf, resetAtMs, settle, tokensFor, type TokenBucket } from './token-bucket.js';

/** The buckets of a single process. */
export class MemoryBuckets extends BucketStore {
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(private readonly nowMs: () => number) {
    super();
  }

  has(key: string): boolean {
    return this.#buckets.has(key);
  }

  /** Sets how many tokens there are. */
  begin({ key, ratePerMinute }: Bucket, tokens: number): void {
    this.#buckets.set(key, { tokens, ratePerMinute, refilledAtMs: this.nowMs() });
  }

  /** Forgets the buckets from which no token was taken for so long. */
  forgetIdle(idleMs: number): void {
    const since = this.nowMs() - idleMs;
    for (const [key, { refilledAtMs }] of this.#buckets) if (refilledAtMs < since) this.#buckets.delete(key);
  }

  /** The same as `lend`, without waiting. */
  take({ key, ratePerMinute }: Bucket, { asked, returned, share }: LoanRequest): Loan {
    const bucket = settle(this.#buckets.get(key), ratePerMinute, this.nowMs(), returned);
    const granted = loanOf(tokensFor(bucket, ratePerMinute), asked, share);
    const after = { ...bucket, tokens: bucket.tokens - granted };
    this.#buckets.set(key, after);
    return this.#loan(after, ratePerMinute, granted);
  }

  async lend(bucket: Bucket, request: LoanRequest): Promise<Loan> {
    return this.take(bucket, request);
  }

  async look({ key, ratePerMinute }: Bucket): Promise<Loan> {
    return this.#loan(settle(this.#buckets.get(key), ratePerMinute, this.nowMs()), ratePerMinute, 0);
  }

  async processes(): Promise<number> {
    return 1;
  }

  #loan(bucket: TokenBucket, ratePerMinute: number, granted: number): Loan {
    const at = resetAtMs(bucket);
    return { granted, left: tokensFor(bucket, ratePerMinute), resetAtMs: at, resetInMs: at - this.nowMs() };
  }
}
