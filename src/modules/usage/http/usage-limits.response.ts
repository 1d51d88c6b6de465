import type { BucketView, LimitsView } from '#kernel/plan/limits.js';
import type { UsageLimitsView } from '../queries/get-usage-limits.query.js';

/** A rate limit bucket. Some values have two names for compatibility with clients. */
interface BucketResponse extends BucketView {
  /** Capacity of the bucket, in requests. Equal to `maxBurst`. */
  readonly limit: number;
  /** When the bucket is next refilled. Equal to `resetAt`. */
  readonly reset: string;
  /** Whether the bucket is empty, so that requests are rejected. */
  readonly isLimited: boolean;
}

/** The limits of an account and its usage. */
export interface UsageLimitsResponse {
  readonly success: true;
  /** The rate limits of synchronous and asynchronous starts of runs. */
  readonly rateLimit: {
    /** The bucket of synchronous starts. */
    readonly sync: BucketResponse;
    /** The bucket of asynchronous starts. */
    readonly async: BucketResponse;
    /** The kind of starts that the buckets count. */
    readonly authType: 'api';
  };
  /** The usage in the present billing period. */
  readonly usage: LimitsView['usage'];
  /** The storage of files and documents. */
  readonly storage: UsageLimitsView['storage'];
}

export function usageLimitsResponse({ workflowExecutionRateLimit, usage, storage }: UsageLimitsView): UsageLimitsResponse {
  const { sync, async } = workflowExecutionRateLimit;
  return { success: true, rateLimit: { sync: bucket(sync), async: bucket(async), authType: 'api' }, usage, storage };
}

function bucket(view: BucketView): BucketResponse {
  return { ...view, limit: view.maxBurst, reset: view.resetAt, isLimited: view.remaining < 1 };
}
