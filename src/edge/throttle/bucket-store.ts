/** A token bucket: its key, and its refill for one minute. Its capacity is twice the refill. */
export interface Bucket {
  readonly key: string;
  readonly ratePerMinute: number;
}

/** Tokens that were lent, and the state of the bucket afterwards. */
export interface Loan {
  readonly granted: number;
  /** Tokens that are left in the bucket. */
  readonly left: number;
  /** When the bucket is refilled next, in ms since the epoch by the clock of the store, and in how many ms from now. */
  readonly resetAtMs: number;
  readonly resetInMs: number;
}

export interface LoanRequest {
  /** Tokens that are needed now; 0 if none. */
  readonly asked: number;
  /** Tokens of an earlier loan that are returned. */
  readonly returned: number;
  /** Which part of the bucket a loan may take ahead: 16 for one sixteenth. */
  readonly share: number;
}

/** The store of all buckets, shared by all processes. Each call is atomic. */
export abstract class BucketStore {
  abstract lend(bucket: Bucket, request: LoanRequest): Promise<Loan>;

  /** Returns the state of a bucket; a bucket without a row is full. */
  abstract look(bucket: Bucket): Promise<Loan>;

  /** How many processes take from the buckets, at least 1. */
  abstract processes(): Promise<number>;
}
