import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** *none*: no operator has a key that works. *unused*: there is one, and none of them was ever used. */
export type OperatorKeyStanding = 'none' | 'unused' | 'used';

/** Whether an operator can use this server. Checks no permissions. */
@Injectable()
export class OperatorKeys {
  constructor(private readonly pool: Pool) {}

  async standing(): Promise<OperatorKeyStanding> {
    const { rows } = await this.pool.query<{ usable: number; used: number }>(
      `select count(*) filter (where k.revoked_at is null and coalesce(k.expires_at > now(), true))::int as usable, count(u.key_id)::int as used
       from api_key k join user_account o on o.id = k.user_id left join api_key_use u on u.key_id = k.id
       where k.kind = 'personal' and o.is_operator and not o.suspended`,
    );
    const [row] = rows;
    if (row === undefined || row.usable === 0) return 'none';
    return row.used === 0 ? 'unused' : 'used';
  }
}
