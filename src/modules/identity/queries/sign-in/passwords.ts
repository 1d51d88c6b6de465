import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { selectOne } from '#ledger/rows/select.js';
import { userAccount } from '../../projections/user-account.entity.js';
import type { UserView } from '../../projections/views.js';
import { userPassword, type UserPasswordRow } from '../../store/sign-in/user-password.entity.js';

/** Who has which password. */
@Injectable()
export class Passwords {
  constructor(private readonly pool: Pool) {}

  of(userId: string): Promise<UserPasswordRow | undefined> {
    return selectOne(this.pool, userPassword, { userId });
  }

  /** The user with this address, with their password if they have one. */
  async byEmail(email: string): Promise<{ readonly user: UserView; readonly password: UserPasswordRow | undefined } | undefined> {
    const user = await selectOne(this.pool, userAccount, { email });
    return user === undefined ? undefined : { user, password: await this.of(user.id) };
  }
}
