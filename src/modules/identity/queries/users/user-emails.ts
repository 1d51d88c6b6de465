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

  /** The user with this address, whatever the case of its letters; undefined for none, and where several users have it. */
  async userOf(email: string): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'find_user_of_email',
      text: 'select id from user_account where lower(email) = lower($1) and not suspended limit 2',
      values: [email],
    });
    return rows.length === 1 ? rows[0]?.id : undefined;
  }

  /** By id, without the users that are not known. */
  async ofAll(userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const { rows } = await this.pool.query<{ id: string; email: string }>({
      name: 'find_user_emails',
      text: 'select id, email from user_account where id = any($1::uuid[])',
      values: [[...new Set(userIds)]],
    });
    return new Map(rows.map(({ id, email }) => [id, email]));
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
