import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** Who can be the first to sign in to an installation. Asks no permission. */
@Injectable()
export class FirstPerson {
  /** Passwords are replaced, but not removed. */
  #isThere = false;

  constructor(private readonly pool: Pool) {}

  /** Whether a user has a password: from then on people sign in, and there is nothing to set up. */
  async isThere(): Promise<boolean> {
    if (this.#isThere) return true;
    const { rows } = await this.pool.query<{ there: boolean }>('select exists (select from user_password) as there');
    return (this.#isThere = rows[0]?.there === true);
  }

  /** The operator whose password is still to be chosen: the longest-standing one. Undefined: a user has a password, or no operator is active. */
  async awaited(): Promise<{ readonly id: string } | undefined> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from user_account where is_operator and not suspended and not exists (select from user_password) order by created_at, id limit 1`,
    );
    return rows[0];
  }
}
