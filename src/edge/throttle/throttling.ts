import type { Caller } from '#kernel/caller.js';
import type { Standing } from './purse.js';

/** The two ways to start a run. */
export type StartKind = 'sync' | 'async';

/** The named throttlers. Each account has a token bucket for each of them. */
export type BucketKind = StartKind | 'api';

/** How often callers may call. Implemented by the module that knows their plans. */
export abstract class Throttling {
  /** The account whose bucket of this kind a caller uses. */
  abstract accountOf(caller: Caller, kind: BucketKind): string;

  /** Tokens for one minute. */
  abstract rateOf(caller: Caller, kind: BucketKind): number;

  /** @throws DomainError payment-required for a start of a run by an account that has used up its money */
  abstract afford(caller: Caller, kind: BucketKind): Promise<void> | undefined;

  /** The error for a caller that got no token. */
  abstract refusal(caller: Caller, kind: BucketKind, standing: Standing): Error;
}
