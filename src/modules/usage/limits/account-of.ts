import type { Caller } from '#kernel/caller.js';

/** Whose buckets, money and runs a caller uses. Members of an organization share one account. */
export function accountIdOf({ account }: Pick<Caller, 'account'>): string {
  return account.organizationId ?? account.userId;
}
