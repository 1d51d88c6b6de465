import type { Caller } from '#kernel/caller.js';
import type { Standing } from './purse.js';
import type { BucketKind } from './throttle.decorator.js';

/** How much callers may do in a minute. Filled by the module that knows their plans. */
export abstract class Throttling {
  /** Takes a token if there is one. @throws DomainError payment-required, without taking one, for runs of an account that has used up its money */
  abstract take(caller: Caller, kind: BucketKind): Standing | Promise<Standing>;

  /** Takes a token back that was taken and not used. @returns how the bucket stands then; undefined when it could not be taken back */
  abstract giveBack(caller: Caller, kind: BucketKind): Standing | undefined;

  /** How a bucket stands. Takes nothing. */
  abstract look(caller: Caller, kind: BucketKind): Standing | Promise<Standing>;

  /** What a caller is told who got no token. */
  abstract refusal(caller: Caller, kind: BucketKind, standing: Standing): Error;
}
