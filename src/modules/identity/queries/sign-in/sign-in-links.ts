import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SignInDigests } from '#host/secrets/passwords/sign-in-digests.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { isId } from '#kernel/ids.js';
import { select, selectSql } from '#ledger/rows/select.js';
import type { SignInLinkKind } from '../../domain/users/user.events.js';
import { signInLink, type SignInLinkRow } from '../../store/sign-in/sign-in-link.entity.js';

/** Links with which users choose a password. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly pool: Pool,
    private readonly digests: SignInDigests,
    private readonly clock: Clock,
  ) {}

  /**
   * A setup link counts until some user signs in with a password or with an account at a provider.
   * @throws DomainError not-found, the same for a link that was used, replaced or cut off, that has expired, or that never was
   */
  async claimed(kind: SignInLinkKind, token: string): Promise<SignInLinkRow> {
    const digests = [this.digests.link.digest(token), ...this.digests.link.formerDigests(token)];
    const [link] = await selectSql(this.pool, signInLink, {
      clauses: `where digest = any ($1) and expires_at > $2 and kind = $3 and (kind <> 'setup' or not (exists (select from user_password) or exists (select from user_identity)))`,
      values: [digests, this.clock.now().toISOString(), kind],
    });
    if (link === undefined) throw notFound('Link');
    return link as SignInLinkRow;
  }

  /** The ids of the links of a user; without `kind` those of all kinds. */
  async idsOf(userId: string, kind?: SignInLinkKind): Promise<readonly string[]> {
    if (!isId(userId)) return [];
    const where = kind === undefined ? { userId } : { userId, kind };
    return (await select(this.pool, signInLink, { where, properties: ['id'] })).map(({ id }) => id);
  }
}
