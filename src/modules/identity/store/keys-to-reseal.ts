import type { Pool } from 'pg';
import type { KeyDigest } from '#host/secrets/key-digest.js';
import type { SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { placeOfKey } from './api-key-secret.entity.js';

interface SealedKey {
  readonly keyId: string;
  readonly digest: string;
  readonly ciphertext: string;
}

/** The values of API keys for the rotation of the encryption key. Their digests depend on it too, and are made from the opened values. */
export function keysToReseal(pool: Pool, box: SecretBox, keyDigest: KeyDigest): SealedRows<SealedKey> {
  const isFormer = `not starts_with(ciphertext, '${box.keyId}.')`;
  return {
    what: 'api keys',
    nameOf: ({ keyId }) => `api key ${keyId}`,
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from api_key_secret where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after, limit) {
      const { rows } = await pool.query<SealedKey>(
        `select key_id as "keyId", digest, ciphertext from api_key_secret where ${isFormer} and digest > $1 order by digest limit $2`,
        [after?.digest ?? '', limit],
      );
      return rows;
    },
    sealAnew({ keyId, ciphertext }) {
      const value = box.decrypt(ciphertext, placeOfKey(keyId));
      return { keyId, digest: keyDigest.digest(value), ciphertext: box.encrypt(value, placeOfKey(keyId)) };
    },
    async replace(pairs) {
      await pool.query(
        `update api_key_secret s set digest = c.digest, ciphertext = c.ciphertext
         from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as c (former_digest, former_ciphertext, digest, ciphertext)
         where s.digest = c.former_digest and s.ciphertext = c.former_ciphertext`,
        [
          pairs.map(([{ digest }]) => digest),
          pairs.map(([{ ciphertext }]) => ciphertext),
          pairs.map(([, { digest }]) => digest),
          pairs.map(([, { ciphertext }]) => ciphertext),
        ],
      );
    },
  };
}
