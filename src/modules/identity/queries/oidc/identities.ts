import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { select, selectOne } from '#ledger/rows/select.js';
import { userAccount } from '../../projections/user-account.entity.js';
import { userIdentity, type UserIdentityRow } from '../../projections/user-identity.entity.js';
import { userSession } from '../../projections/user-session.entity.js';

/** Accounts at providers with which users sign in. Asks no permission. */
@Injectable()
export class Identities {
  constructor(private readonly pool: Pool) {}

  /** The account that a provider calls so. */
  async at(issuer: string, subject: string): Promise<UserIdentityRow | undefined> {
    const [found] = await select(this.pool, userIdentity, { where: { issuer, subject } });
    return found;
  }

  /** Those of a user, in the order in which they were linked. */
  of(userId: string): Promise<readonly UserIdentityRow[]> {
    return select(this.pool, userIdentity, { where: { userId }, order: { linkedAt: 'asc', id: 'asc' } });
  }

  /** Ids of the sessions that were started with an account and have not ended. */
  async sessionsOf(identityId: string): Promise<readonly string[]> {
    const rows = await select(this.pool, userSession, { where: { identityId, endedAt: null }, properties: ['id'] });
    return rows.map(({ id }) => id);
  }

  /** The user with this address. */
  async userWith(email: string): Promise<{ readonly id: string; readonly suspended: boolean } | undefined> {
    return selectOne(this.pool, userAccount, { email });
  }
}
