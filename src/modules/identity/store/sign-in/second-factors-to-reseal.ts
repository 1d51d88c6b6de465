import type { Pool } from 'pg';
import type { SealedRows } from '#host/secrets/reseal.js';
import type { SecretBox } from '#host/secrets/secret-box.js';
import { placeOfSecondFactor } from './second-factor.entity.js';

interface SealedFactor {
  readonly userId: string;
  readonly secret: string;
}

/** The secrets of authenticator apps for the rotation of the encryption key. */
export function secondFactorsToReseal(pool: Pool, box: SecretBox): SealedRows<SealedFactor> {
  const isFormer = `not starts_with(secret, '${box.keyId}.')`;
  return {
    what: 'second factors',
    nameOf: ({ userId }) => `second factor of user ${userId}`,
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from second_factor where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after, limit) {
      const { rows } = await pool.query<SealedFactor>(
        `select user_id as "userId", secret from second_factor where ${isFormer} and ($1::uuid is null or user_id > $1) order by user_id limit $2`,
        [after?.userId ?? null, limit],
      );
      return rows;
    },
    sealAnew({ userId, secret }) {
      return { userId, secret: box.encrypt(box.decrypt(secret, placeOfSecondFactor(userId)), placeOfSecondFactor(userId)) };
    },
    async replace(pairs) {
      await pool.query(
        `update second_factor f set secret = c.secret
         from unnest($1::uuid[], $2::text[], $3::text[]) as c (user_id, former, secret) where f.user_id = c.user_id and f.secret = c.former`,
        [pairs.map(([{ userId }]) => userId), pairs.map(([{ secret }]) => secret), pairs.map(([, { secret }]) => secret)],
      );
    },
  };
}
