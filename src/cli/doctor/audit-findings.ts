import type { Pool } from 'pg';
import { isSigningKeyMissing } from '#modules/audit/index.js';
import { fail, ok, type Finding } from './finding.js';

/** Whether entries of the audit log can be signed. */
export async function auditFinding(pool: Pool): Promise<Finding> {
  const check = 'audit log';
  if (!(await isSigningKeyMissing(pool))) return ok(check, 'the signing key is present');
  const advice = 'Restore the row of audit_signing_key from a backup. Without a backup: npx sluice audit rotate-key --former-is-lost';
  return fail(check, 'the signing key is missing: entries are recorded without a signature', advice);
}
