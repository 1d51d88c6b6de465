import type { Pool } from 'pg';
import { isSigningKeyMissing } from '#modules/audit/index.js';
import { fail, ok, type Finding } from './finding.js';

/** Whether what was written down can be signed. */
export async function auditFinding(pool: Pool): Promise<Finding> {
  const check = 'audit log';
  if (!(await isSigningKeyMissing(pool))) return ok(check, 'has the key with which it is signed');
  const advice = 'Put the row of audit_signing_key back from a backup; where there is none: npx sluice audit rotate-key --former-is-lost';
  return fail(check, 'its signing key is gone: entries are written down without a signature', advice);
}
