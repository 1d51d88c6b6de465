import type { Pool } from 'pg';
import type { CommandParts } from '#app/compose-command.js';
import { SecretBoxError, type SecretBox } from '#host/secrets/secret-box.js';
import { commandName } from '#host/program/command-name.js';
import { findSigningKey, isSigningKeyMissing, verifyRuns } from '#modules/audit/index.js';
import { counted } from '../remote/counted.js';
import { fail, ok, warn, type Finding } from './finding.js';

const mostNamed = 20;

/** Whether entries of the audit log can be signed. */
export async function auditFinding(pool: Pool, box: SecretBox): Promise<Finding> {
  const check = 'audit log';
  const advice = `Restore the row of audit_signing_key from a backup. Without a backup: ${commandName} audit rotate-key --former-is-lost`;
  if (await isSigningKeyMissing(pool)) return fail(check, 'the signing key is missing: entries are recorded without a signature', advice);
  try {
    await findSigningKey(pool, box);
    return ok(check, 'the signing key is present');
  } catch (error) {
    const isOfOtherKey = error instanceof SecretBoxError && error.reason === 'other-key';
    const setting = 'Set SLUICE_ENCRYPTION_KEY to the key that encrypted it, or add that key to SLUICE_ENCRYPTION_KEY_PREVIOUS.';
    return fail(check, 'the signing key cannot be decrypted: no entry is recorded until it can', isOfOtherKey ? setting : advice);
  }
}

/** Whether the stored runs are those that were recorded. Runs without a digest are never counted as sound. */
export async function runFindings({ pool, payloads }: Pick<CommandParts, 'pool' | 'payloads'>): Promise<readonly Finding[]> {
  const check = 'runs';
  const { streams, uncovered, vouched, expired, findings } = await verifyRuns(pool, payloads);
  if (findings.length > 0) {
    const advice = 'Compare the run with a backup, and the audit log with an earlier checkpoint.';
    const named = findings.slice(0, mostNamed).map(({ stream, reason }) => fail(check, `${stream}: ${reason}`, advice));
    const more = findings.length - named.length;
    return more === 0 ? named : [...named, fail(check, `${counted(more, 'further stream')} not as recorded, of ${streams} in all`, advice)];
  }
  const gone = expired === 0 ? '' : `; ${counted(expired, 'vouched run')} removed by retention`;
  const sound = `${counted(streams - uncovered, 'stream')} as recorded, ${vouched} digests in the audit log${gone}`;
  if (uncovered === 0) return [ok(check, sound)];
  const advice = 'A release before digests recorded them, wholly or in part. They are not verified.';
  return [ok(check, sound), warn(check, `${counted(uncovered, 'stream')} not covered by a digest`, advice)];
}
