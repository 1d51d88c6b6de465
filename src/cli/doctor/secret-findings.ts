import type { Pool } from 'pg';
import { commandName } from '#host/program/command-name.js';
import type { KeyDigest } from '#host/secrets/key-digest.js';
import { resealRows, type Resealed, type SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { signingKeyToReseal } from '#modules/audit/index.js';
import { variablesToReseal } from '#modules/environment/index.js';
import { keyCheckToReseal, keysToReseal, OperatorKeys, secondFactorsToReseal } from '#modules/identity/index.js';
import { mcpGrantsToReseal, mcpRevocationsToReseal } from '#modules/mcp/index.js';
import { triggerSecretsToReseal } from '#modules/triggers/index.js';
import { thousands } from '../text/progress-text.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Whether every stored secret can be decrypted. Nothing is changed. */
export async function secretFinding(pool: Pool, box: SecretBox, digest: KeyDigest): Promise<Finding> {
  const results = [
    await tryAll(keysToReseal(pool, box, digest)),
    await tryAll(variablesToReseal(pool, box)),
    await tryAll(signingKeyToReseal(pool, box)),
    await tryAll(triggerSecretsToReseal(pool, box)),
    await tryAll(secondFactorsToReseal(pool, box)),
    await tryAll(mcpGrantsToReseal(pool, box)),
    await tryAll(mcpRevocationsToReseal(pool, box)),
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
    `Encrypt them again: ${commandName} keys rotate-encryption`,
  );
}

/** Whether an operator can use the server. */
export async function operatorFinding(pool: Pool): Promise<Finding> {
  const check = 'operator key';
  const standing = await new OperatorKeys(pool).standing();
  if (standing === 'used') return ok(check, 'an operator has a key that works');
  if (standing === 'unused') return ok(check, `an operator has a key that was never used; ${commandName} keys recover creates another one`);
  return fail(check, 'no operator has an API key that works', `Create one: ${commandName} keys recover`);
}

function tryAll<Row>(rows: SealedRows<Row>): Promise<Resealed> {
  return resealRows({ ...rows, replace: async () => undefined }, () => undefined);
}
