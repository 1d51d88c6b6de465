import type { Pool, PoolClient } from 'pg';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { conflict } from '#kernel/errors.js';
import { exportFormat, keyIdOf, signatureOf, statementLine, type KeyStatement } from '../proof/statements.js';
import { auditLock } from './audit-place.entity.js';
import { findSigningKey, freshKey, loadSigningKey, type SigningKey } from './signing-key.js';

interface RotationOptions {
  readonly now: Date;
  /** The key that signed until now is gone, or nobody can open it: nothing leads from it to the new one. */
  readonly formerIsLost: boolean;
}

/**
 * From now on another key signs. The former one says so with its last signature; what is left of it is its public half.
 * @throws DomainError conflict for a former key that is not lost; unavailable for one that is
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
    // Nobody can open it.
    isThere = false;
  }
  if (isThere) throw conflict('CONFLICT', 'The signing key is there: let it say which key follows');
}

function voucher(former: SigningKey, { publicKey }: SigningKey, now: Date): string {
  const keyId = keyIdOf(former.privateKey);
  const statement: KeyStatement = { format: exportFormat, keyId, at: now.toISOString(), next: publicKey };
  return statementLine('key', statement, signatureOf('key', statement, former.privateKey));
}
