import { newRecoveryCode, recoveryCodeDigest } from '#host/secrets/passwords/one-time-code.js';

const count = 10;

/** Codes for a person to keep, and what is stored of them. */
export function newRecoveryCodes(): { readonly codes: readonly string[]; readonly digests: readonly string[] } {
  const codes = Array.from({ length: count }, newRecoveryCode);
  return { codes, digests: codes.map(recoveryCodeDigest) };
}
