import type { Bucket } from '#edge/throttle/bucket-store.js';
import { bucketKey } from '#edge/throttle/throttlers.js';
import type { BucketKind } from '#edge/throttle/throttling.js';
import type { Caller } from '#kernel/caller.js';
import type { Plan } from '#kernel/plan/plan.js';
import { accountIdOf } from './account-of.js';

export const rateOf: Readonly<Record<BucketKind, (plan: Plan) => number>> = {
  sync: ({ syncPerMinute }) => syncPerMinute,
  async: ({ asyncPerMinute }) => asyncPerMinute,
  api: ({ apiPerMinute }) => apiPerMinute,
};

/** The bucket of the caller's account. It is shared by all its keys, members, addresses and routes. */
export function bucketOf(caller: Pick<Caller, 'account'>, plan: Plan, kind: BucketKind): Bucket {
  return { key: bucketKey(accountIdOf(caller), kind), ratePerMinute: rateOf[kind](plan) };
}
