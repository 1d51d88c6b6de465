import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { UserPasswordRow } from './user-password.entity.js';

/** Replaces hashes that were made with other parameters, or under a former encryption key. */
@Injectable()
export class OutdatedHashes {
  constructor(private readonly pool: Pool) {}

  /** Changes nothing if the user has got another password meanwhile: the former one must not come back. */
  async replace({ userId, passwordId }: Pick<UserPasswordRow, 'userId' | 'passwordId'>, hash: string): Promise<void> {
    await this.pool.query('update user_password set hash = $3 where user_id = $1 and password_id = $2', [userId, passwordId, hash]);
  }
}
