import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';

/** A user has a password, or signs in with an account at a provider. */
const isThere = 'exists (select from user_password) or exists (select from user_identity)';

/** Who can be the first to sign in to an installation. Asks no permission. */
@Injectable()
export class FirstPerson {
  /** A user always keeps a way in. */
  #isThere = false;

  constructor(private readonly pool: Pool) {}

  /** Whether a user signs in already: there is nothing to set up then. */
  async isThere(): Promise<boolean> {
    if (this.#isThere) return true;
    const { rows } = await this.pool.query<{ there: boolean }>(`select ${isThere} as there`);
    return (this.#isThere = rows[0]?.there === true);
  }

  /** The operator whose password is still to be chosen: the longest-standing one. Undefined: a user signs in already, or no operator is active. */
  async awaited(): Promise<{ readonly id: string } | undefined> {
    const { rows } = await this.pool.query<{ id: string }>(
      `select id from user_account where is_operator and not suspended and not (${isThere}) order by created_at, id limit 1`,
    );
    return rows[0];
  }
}
