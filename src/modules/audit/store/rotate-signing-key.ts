import type { Pool, PoolClient } from 'pg';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { conflict } from '#kernel/errors.js';
import { keyIdOf } from '../proof/cryptography.js';
import { signatureOf } from '../proof/sign-statement.js';
import { exportFormat, statementLine, type KeyStatement } from '../proof/statements.js';
import { auditLock } from './audit-place.entity.js';
import { findSigningKey, freshKey, loadSigningKey, type SigningKey } from './signing-key.js';

interface RotationOptions {
  readonly now: Date;
  /** The former key is deleted or cannot be decrypted, so it cannot sign the statement that names its successor. */
  readonly formerIsLost: boolean;
}

/**
 * Creates a signing key. The former key signs a statement that names the new key, and then only its public half is kept.
 * @throws DomainError conflict if `formerIsLost` is set and the former key can sign; unavailable if it is not set and the former key is lost
 */
export async function rotateSigningKey(pool: Pool, box: SecretBox, { now, formerIsLost }: RotationOptions): Promise<SigningKey> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    // No round signs with the former key after this.
    await client.query(`select pg_advisory_xact_lock(${auditLock})`);
    if (formerIsLost) await refuseIfThere(client, box);
    const former = formerIsLost ? undefined : await loadSigningKey(client, box);
    const { key, sealedKey } = freshKey(box);
    await client.query(
      `with new as (insert into audit_signing_key (id, public_key, sealed_key, voucher)
         select coalesce(max(id), 0) + 1, $1, $2, $3 from audit_signing_key returning id)
       update audit_signing_key set sealed_key = null where sealed_key is not null and id < (select id from new)`,
      [key.publicKey, sealedKey, former === undefined ? null : voucher(former, key, now)],
    );
    await client.query('commit');
    return key;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

async function refuseIfThere(client: PoolClient, box: SecretBox): Promise<void> {
  let isThere = true;
  try {
    isThere = (await findSigningKey(client, box)) !== undefined;
  } catch {
    // It cannot be decrypted.
    isThere = false;
  }
  if (isThere)
    throw conflict(
      'CONFLICT',
      'The signing key exists: rotate it without --former-is-lost, so that it signs a statement about its successor',
    );
}

function voucher(former: SigningKey, { publicKey }: SigningKey, now: Date): string {
  const keyId = keyIdOf(former.privateKey);
  const statement: KeyStatement = { format: exportFormat, keyId, at: now.toISOString(), next: publicKey };
  return statementLine('key', statement, signatureOf('key', statement, former.privateKey));
}
