import type { BucketView, LimitsView } from '#kernel/limits.js';
import type { UsageLimitsView } from '../queries/get-usage-limits.query.js';

/** Under every name by which clients know it. */
interface BucketResponse extends BucketView {
  /** The capacity, as in `X-RateLimit-Limit`. */
  readonly limit: number;
  readonly reset: string;
  readonly isLimited: boolean;
}

export interface UsageLimitsResponse {
  readonly success: true;
  /** The buckets that starts take from. */
  readonly rateLimit: { readonly sync: BucketResponse; readonly async: BucketResponse; readonly authType: 'api' };
  readonly usage: LimitsView['usage'];
  /** What files and documents hold. */
  readonly storage: UsageLimitsView['storage'];
}

/** Specification 2.6, with what the client library reads besides. */
export function usageLimitsResponse({ workflowExecutionRateLimit, usage, storage }: UsageLimitsView): UsageLimitsResponse {
  const { sync, async } = workflowExecutionRateLimit;
  return { success: true, rateLimit: { sync: bucket(sync), async: bucket(async), authType: 'api' }, usage, storage };
}

function bucket(view: BucketView): BucketResponse {
  return { ...view, limit: view.maxBurst, reset: view.resetAt, isLimited: view.remaining < 1 };
}
