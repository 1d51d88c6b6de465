import type { Pool } from 'pg';
import type { KeyDigest } from '#host/secrets/key-digest.js';
import { resealRows, type Resealed, type SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { signingKeyToReseal } from '#modules/audit/index.js';
import { variablesToReseal } from '#modules/environment/index.js';
import { keysToReseal } from '#modules/identity/index.js';
import { thousands } from '../progress-text.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether everything that is sealed can be opened. Nothing is changed. */
export async function secretFinding(pool: Pool, box: SecretBox, digest: KeyDigest): Promise<Finding> {
  const results = [
    await tryAll(keysToReseal(pool, box, digest)),
    await tryAll(variablesToReseal(pool, box)),
    await tryAll(signingKeyToReseal(pool, box)),
  ];
  const unreadable = results.flatMap((result) => result.unreadable);
  const old = results.reduce((sum, { resealed }) => sum + resealed, 0);
  const check = 'encryption key';
  if (unreadable.length > 0) {
    const advice =
      'Set SLUICE_ENCRYPTION_KEY to the key that they were sealed with, or add that key to SLUICE_ENCRYPTION_KEY_PREVIOUS. Without it they are lost.';
    return fail(check, `no known key opens ${thousands(unreadable.length)} secrets, the first is ${unreadable[0] ?? ''}`, advice);
  }
  if (old === 0) return ok(check, 'is the one that all stored secrets are sealed with');
  return warn(check, `${thousands(old)} secrets are still sealed with a former key`, 'Seal them anew: npx sluice keys rotate-encryption');
}

function tryAll<Row>(rows: SealedRows<Row>): Promise<Resealed> {
  return resealRows({ ...rows, replace: async () => undefined }, () => undefined);
}
