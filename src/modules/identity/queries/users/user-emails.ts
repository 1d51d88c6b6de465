import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** The e-mail addresses of users, for display. Checks no permissions. */
@Injectable()
export class UserEmails {
  constructor(private readonly pool: Pool) {}

  /** Null for a user that is not known. */
  async of(userId: string): Promise<string | null> {
    const { rows } = await this.pool.query<{ email: string }>({
      name: 'find_user_email',
      text: 'select email from user_account where id = $1',
      values: [userId],
    });
    return rows[0]?.email ?? null;
  }

  /** Whether it is that of a user who is suspended; the case of letters does not count. */
  async isSuspended(email: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({
      name: 'find_suspended_email',
      text: 'select 1 from user_account where lower(email) = lower($1) and suspended',
      values: [email],
    });
    return rowCount !== 0;
  }
}
