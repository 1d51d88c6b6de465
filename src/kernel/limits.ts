import type { Caller } from './caller.js';

/** A bucket that starts take from. Specification 2.4. */
export interface BucketView {
  readonly requestsPerMinute: number;
  readonly maxBurst: number;
  readonly remaining: number;
  readonly resetAt: string;
}

/** What an account has left. Specification 2.4. */
export interface LimitsView {
  /** The buckets that starts take from. */
  readonly workflowExecutionRateLimit: { readonly sync: BucketView; readonly async: BucketView };
  /** US dollars, of the present billing period. */
  readonly usage: { readonly currentPeriodCost: number; readonly limit: number; readonly plan: string; readonly isExceeded: boolean };
}

/** Beside `data` in many answers. */
export interface WithLimits {
  readonly limits: LimitsView;
}

/** Reads the limits of a caller. Implemented by the module that knows plans and usage. */
export abstract class Limits {
  /** Reading them uses nothing up. */
  abstract limits(request: { readonly caller: Caller }): Promise<LimitsView>;
}
