import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Config } from '#host/config/config.js';
import { Clock } from '#kernel/clock.js';
import { sessionSecret } from '../../store/sign-in/session-secret.entity.js';
import { userSession, type UserSessionRow } from '../../projections/user-session.entity.js';
import { select, selectSql } from '#ledger/rows/select.js';

/** A session that counts. */
export interface OpenSession extends UserSessionRow {
  /** To within ten minutes. */
  readonly lastSeenAt: string;
}

/** The sessions of people, as far as they count: not ended, not expired, used lately, and of the present password or a linked account. */
@Injectable()
export class Sessions {
  constructor(
    private readonly pool: Pool,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** The newest first. */
  async openOf(userId: string): Promise<readonly OpenSession[]> {
    const idleSince = new Date(this.clock.now().getTime() - this.config.sessionIdleMs);
    const rows = (await selectSql(this.pool, userSession, {
      clauses: `where user_id = $1 and ended_at is null and expires_at > $2
        and (password_id is null or password_id = (select password_id from user_password where user_id = $1))
        and (identity_id is null or exists (select from user_identity i where i.id = identity_id)) order by started_at desc, id desc`,
      values: [userId, this.clock.now()],
    })) as UserSessionRow[];
    const seen = await select(this.pool, sessionSecret, { where: { sessionId: { in: rows.map(({ id }) => id) } } });
    const lastSeen = new Map(seen.map(({ sessionId, lastSeenAt }) => [sessionId, lastSeenAt]));
    return rows.flatMap((row) => {
      const lastSeenAt = lastSeen.get(row.id);
      return lastSeenAt === undefined || (!row.isKept && lastSeenAt < idleSince.toISOString()) ? [] : [{ ...row, lastSeenAt }];
    });
  }
}
