import type { Caller } from '../caller.js';

/** A rate limit bucket. Each start of a run takes one token. */
export interface BucketView {
  /** Number of tokens that are added per minute. */
  readonly requestsPerMinute: number;
  /** Capacity of the bucket, in requests. */
  readonly maxBurst: number;
  /** Number of requests that are left in the bucket. */
  readonly remaining: number;
  /** When the bucket is next refilled. */
  readonly resetAt: string;
}

/** The limits of an account and its usage. */
export interface LimitsView {
  /** The rate limits of starts of runs. */
  readonly workflowExecutionRateLimit: {
    /** The bucket of synchronous starts. */
    readonly sync: BucketView;
    /** The bucket of asynchronous starts. */
    readonly async: BucketView;
  };
  /** The usage in the present billing period. */
  readonly usage: {
    /** Cost in US dollars. */
    readonly currentPeriodCost: number;
    /** Cost limit in US dollars; 999999 without a limit. */
    readonly limit: number;
    /** Name of the plan. */
    readonly plan: string;
    /** Whether the cost limit is reached, so that no more runs start. */
    readonly isExceeded: boolean;
  };
}

/** Added to many responses. */
export interface WithLimits {
  /** The limits of the caller's account and its usage. */
  readonly limits: LimitsView;
}

/** Reads the limits of a caller. Implemented by the module that knows plans and usage. */
export abstract class Limits {
  /** Reading them uses nothing up. */
  abstract limits(request: { readonly caller: Caller }): Promise<LimitsView>;
}
