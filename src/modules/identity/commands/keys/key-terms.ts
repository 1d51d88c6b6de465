import type { Caller } from '#kernel/caller.js';
import { forbidden } from '#kernel/errors.js';
import { rangeOutside } from '../../gate/address-ranges.js';

/** How long and from where a key may be used. */
export interface KeyTerms {
  /** ISO 8601; null: for ever. */
  readonly expiresAt: string | null;
  /** None: from anywhere. */
  readonly allowedIps: readonly string[];
}

/** What somebody wants a key to be. What they do not mention is as it is with the key that they make it with. */
export type WantedTerms = { readonly [Term in keyof KeyTerms]: KeyTerms[Term] | undefined };

/** @throws DomainError forbidden for a key that could be used for longer, or from elsewhere, than the one that makes it */
export function grantedTerms(caller: Caller, wanted: WantedTerms): KeyTerms {
  const terms = { expiresAt: orOwn(wanted.expiresAt, caller.expiresAt), allowedIps: wanted.allowedIps ?? caller.allowedIps };
  requireWithinOwnTerms(caller, terms);
  return terms;
}

/** For handing out a value of a key that is there. @throws DomainError forbidden as above */
export function requireWithinOwnTerms(caller: Caller, { expiresAt, allowedIps }: KeyTerms): void {
  if (caller.expiresAt !== null && (expiresAt === null || expiresAt > caller.expiresAt)) {
    throw forbidden(`expiresAt of the key must not be after ${caller.expiresAt}, when the API key in use expires`);
  }
  if (caller.allowedIps.length === 0) return;
  const outside = allowedIps.length === 0 ? 'any address' : rangeOutside(allowedIps, caller.allowedIps);
  if (outside === undefined) return;
  throw forbidden(`allowedIps of the key must lie within those of the API key in use (${caller.allowedIps.join(', ')}), not ${outside}`);
}

function orOwn<Value>(wanted: Value | undefined, own: Value): Value {
  return wanted === undefined ? own : wanted;
}
