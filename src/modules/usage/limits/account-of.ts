import type { Caller } from '#kernel/caller.js';

/** The account whose buckets, budget and runs a caller uses. The members of an organization share one. */
export function accountIdOf({ account }: Pick<Caller, 'account'>): string {
  return account.organizationId ?? account.userId;
}
