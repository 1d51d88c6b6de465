import type { Pool } from 'pg';
import type { KeyDigest } from '#host/secrets/key-digest.js';
import { resealRows, type Resealed, type SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { signingKeyToReseal } from '#modules/audit/index.js';
import { variablesToReseal } from '#modules/environment/index.js';
import { keyCheckToReseal, keysToReseal } from '#modules/identity/index.js';
import { thousands } from '../progress-text.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether every stored secret can be decrypted. Nothing is changed. */
export async function secretFinding(pool: Pool, box: SecretBox, digest: KeyDigest): Promise<Finding> {
  const results = [
    await tryAll(keysToReseal(pool, box, digest)),
    await tryAll(variablesToReseal(pool, box)),
    await tryAll(signingKeyToReseal(pool, box)),
    await tryAll(keyCheckToReseal(pool, box)),
  ];
  const unreadable = results.flatMap((result) => result.unreadable);
  const old = results.reduce((sum, { resealed }) => sum + resealed, 0);
  const check = 'encryption key';
  if (unreadable.length > 0) {
    const advice =
      'Set SLUICE_ENCRYPTION_KEY to the key that encrypted them, or add that key to SLUICE_ENCRYPTION_KEY_PREVIOUS. Without it they are lost.';
    return fail(
      check,
      `${thousands(unreadable.length)} secrets cannot be decrypted with a known key, the first is ${unreadable[0] ?? ''}`,
      advice,
    );
  }
  if (old === 0) return ok(check, 'decrypts all stored secrets');
  return warn(
    check,
    `${thousands(old)} secrets are still encrypted with a former key`,
    'Encrypt them again: npx sluice keys rotate-encryption',
  );
}

function tryAll<Row>(rows: SealedRows<Row>): Promise<Resealed> {
  return resealRows({ ...rows, replace: async () => undefined }, () => undefined);
}
