/** A bucket of tokens: its owner, and how many tokens it gets in a minute. It holds twice as many. */
export interface Bucket {
  readonly key: string;
  readonly ratePerMinute: number;
}

/** Tokens that were handed out, and the state of the bucket afterwards. */
export interface Loan {
  readonly granted: number;
  /** Tokens that are left in the bucket. */
  readonly left: number;
  /** When the next tokens come, in ms since the epoch by the clock of the store, and in how many ms from now. */
  readonly resetAtMs: number;
  readonly resetInMs: number;
}

export interface LoanRequest {
  /** How many tokens are needed now; 0: none. */
  readonly asked: number;
  /** Tokens of an earlier loan that are given back. */
  readonly returned: number;
  /** Which part of the bucket may be taken ahead: 16 for a sixteenth. */
  readonly share: number;
}

/** Where the tokens of all buckets are kept, for all processes together. Each call is one indivisible step. */
export abstract class BucketStore {
  abstract lend(bucket: Bucket, request: LoanRequest): Promise<Loan>;

  /** The state of a bucket. An untouched bucket is full. */
  abstract look(bucket: Bucket): Promise<Loan>;

  /** How many processes take from the buckets, at least 1. */
  abstract processes(): Promise<number>;
}
