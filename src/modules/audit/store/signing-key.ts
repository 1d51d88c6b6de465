import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { SealedRows } from '#infrastructure/secrets/reseal.js';
import type { SecretBox } from '#infrastructure/secrets/secret-box.js';

const place = 'audit/signing-key';

export interface SigningKey {
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly publicKey: string;
}

interface KeyRow {
  readonly publicKey: string;
  readonly sealedKey: string;
}

/** The Ed25519 key with which this instance signs its audit log. It is made once, by whoever asks first. */
export async function loadSigningKey(pool: Pool, box: SecretBox): Promise<SigningKey> {
  const { publicKey, sealedKey } = (await find(pool)) ?? (await make(pool, box));
  const privateKey = createPrivateKey(box.decrypt(sealedKey, place));
  return { privateKey, publicKey };
}

async function find(pool: Pool): Promise<KeyRow | undefined> {
  const { rows } = await pool.query<KeyRow>('select public_key as "publicKey", sealed_key as "sealedKey" from audit_signing_key');
  return rows[0];
}

/** Of several who make one at the same time, the first one wins. */
async function make(pool: Pool, box: SecretBox): Promise<KeyRow> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  const sealedKey = box.encrypt(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), place);
  await pool.query('insert into audit_signing_key (id, public_key, sealed_key) values (1, $1, $2) on conflict do nothing', [
    publicKey.toString(),
    sealedKey,
  ]);
  const kept = await find(pool);
  if (kept === undefined) throw new Error('The signing key of the audit log is gone');
  return kept;
}

/** The key for the rotation of the encryption key. */
export function signingKeyToReseal(pool: Pool, box: SecretBox): SealedRows<{ readonly sealedKey: string }> {
  const isFormer = `not starts_with(sealed_key, '${box.keyId}.')`;
  return {
    what: 'audit signing keys',
    nameOf: () => 'the signing key of the audit log',
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from audit_signing_key where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after) {
      if (after !== undefined) return [];
      const { rows } = await pool.query<{ sealedKey: string }>(`select sealed_key as "sealedKey" from audit_signing_key where ${isFormer}`);
      return rows;
    },
    sealAnew: ({ sealedKey }) => ({ sealedKey: box.encrypt(box.decrypt(sealedKey, place), place) }),
    async replace(pairs) {
      for (const [former, { sealedKey }] of pairs)
        await pool.query('update audit_signing_key set sealed_key = $2 where sealed_key = $1', [former.sealedKey, sealedKey]);
    },
  };
}
