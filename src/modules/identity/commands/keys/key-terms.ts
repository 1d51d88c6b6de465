import type { Caller } from '#kernel/caller.js';
import { forbidden } from '#kernel/errors.js';
import { rangeOutside } from '../../gate/addresses/address-ranges.js';

/** How long and from where a key may be used. */
export interface KeyTerms {
  /** ISO 8601; null: for ever. */
  readonly expiresAt: string | null;
  /** None: from anywhere. */
  readonly allowedIps: readonly string[];
}

/** The terms that a caller requests for a key. An undefined term is copied from the key that the caller uses. */
export type WantedTerms = { readonly [Term in keyof KeyTerms]: KeyTerms[Term] | undefined };

/** @throws DomainError forbidden for a key that could be used for longer, or from elsewhere, than the one that makes it */
export function grantedTerms(caller: Caller, wanted: WantedTerms): KeyTerms {
  const { limits } = caller;
  const terms = { expiresAt: orOwn(wanted.expiresAt, limits.expiresAt), allowedIps: wanted.allowedIps ?? limits.allowedIps };
  requireWithinOwnTerms(caller, terms);
  return terms;
}

/** For handing out a value of a key that is there. @throws DomainError forbidden as above */
export function requireWithinOwnTerms({ limits }: Caller, { expiresAt, allowedIps }: KeyTerms): void {
  if (limits.expiresAt !== null && (expiresAt === null || expiresAt > limits.expiresAt)) {
    throw forbidden(`expiresAt of the key must not be after ${limits.expiresAt}, when the API key in use expires`);
  }
  if (limits.allowedIps.length === 0) return;
  const outside = allowedIps.length === 0 ? 'any address' : rangeOutside(allowedIps, limits.allowedIps);
  if (outside === undefined) return;
  throw forbidden(`allowedIps of the key must lie within those of the API key in use (${limits.allowedIps.join(', ')}), not ${outside}`);
}

function orOwn<Value>(wanted: Value | undefined, own: Value): Value {
  return wanted === undefined ? own : wanted;
}
