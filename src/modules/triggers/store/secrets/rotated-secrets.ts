import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { selectOne } from '#ledger/rows/select.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { SealedRows } from '#host/secrets/reseal.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { nilId } from '#kernel/ids.js';
import { rotatedSecret, type RotatedSecretRow } from './rotated-secret.entity.js';

/** A secret that was rotated, and those that it replaced, the latest first. */
export interface RotatedSecret {
  readonly current: string;
  readonly replaced: readonly string[];
}

/** The rotated secrets of triggers, encrypted at rest. */
@Injectable()
export class RotatedSecrets {
  constructor(
    private readonly pool: Pool,
    private readonly box: SecretBox,
  ) {}

  async of(triggerId: string): Promise<RotatedSecret | undefined> {
    const row = await selectOne(this.pool, rotatedSecret, { triggerId });
    return row === undefined ? undefined : (JSON.parse(this.box.decrypt(row.sealed, placeOf(row))) as RotatedSecret);
  }

  /** For the append that rotates the secret. */
  put(triggerId: string, secret: RotatedSecret): Write {
    return rotatedSecret.put({ triggerId, sealed: this.box.encrypt(JSON.stringify(secret), placeOf({ triggerId })) });
  }
}

/** The rotated secrets of all triggers, for the rotation of the encryption key. */
export function triggerSecretsToReseal(pool: Pool, box: SecretBox): SealedRows<RotatedSecretRow> {
  const isFormer = `not starts_with(sealed, '${box.keyId}.')`;
  return {
    what: 'secrets of triggers',
    nameOf: ({ triggerId }) => `secret of trigger ${triggerId}`,
    async count() {
      const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from trigger_secret where ${isFormer}`);
      return rows[0]?.n ?? 0;
    },
    async next(after, limit) {
      const { rows } = await pool.query<RotatedSecretRow>(
        `select trigger_id as "triggerId", sealed from trigger_secret where ${isFormer} and trigger_id > $1 order by trigger_id limit $2`,
        [after?.triggerId ?? nilId, limit],
      );
      return rows;
    },
    sealAnew(row) {
      return { ...row, sealed: box.encrypt(box.decrypt(row.sealed, placeOf(row)), placeOf(row)) };
    },
    async replace(pairs) {
      await pool.query(
        `update trigger_secret s set sealed = c.sealed from unnest($1::uuid[], $2::text[], $3::text[]) as c (trigger_id, former, sealed)
         where s.trigger_id = c.trigger_id and s.sealed = c.former`,
        [pairs.map(([{ triggerId }]) => triggerId), pairs.map(([{ sealed }]) => sealed), pairs.map(([, { sealed }]) => sealed)],
      );
    },
  };
}

function placeOf({ triggerId }: Pick<RotatedSecretRow, 'triggerId'>): string {
  return `trigger-secret/${triggerId}`;
}
