import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { notFound } from '#kernel/errors.js';
import { keyHolder, type KeyOwner } from '../../domain/keys/key-owner.js';
import type { ApiKeyRow } from '../../projections/api-key.entity.js';
import { KeyUses } from '../../store/key-uses.js';
import { IdentityViews } from '../identity-views.js';
import type { ApiKeyView } from '../../projections/views.js';

/** Keys as they are now. Asks no permission. */
@Injectable()
export class ApiKeyViews {
  constructor(
    private readonly views: IdentityViews,
    private readonly uses: KeyUses,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not-found */
  async get(keyId: string): Promise<ApiKeyView> {
    const [view] = await this.withUses([await this.views.getApiKey(keyId)]);
    // One row goes in, one comes out.
    return view as ApiKeyView;
  }

  /** @throws DomainError not-found, also for a key of another user */
  async getOf(caller: Caller, owner: KeyOwner, keyId: string): Promise<ApiKeyRow> {
    const key = await this.views.getApiKey(keyId);
    const { userId, workspaceId } = keyHolder(caller, owner);
    const isTheirs = key.workspaceId === workspaceId && (workspaceId !== null || key.userId === userId);
    if (!isTheirs) throw notFound('API key');
    return key;
  }

  /** Whether operators run the server with this key alone, or with keys of this user alone. Keys that are limited by scopes do not count. */
  async areLastOfOperators(ending: { readonly keyId: string } | { readonly userId: string }): Promise<boolean> {
    const [column, id] = 'keyId' in ending ? ['k.id', ending.keyId] : ['k.user_id', ending.userId];
    const { rows } = await this.pool.query<{ ends: boolean }>(
      `select ${column} = $2 as ends from api_key k join user_account u on u.id = k.user_id
       where u.is_operator and not u.suspended and k.kind = 'personal' and k.scope = 'admin'
         and k.revoked_at is null and (k.expires_at is null or k.expires_at > $1) order by 1 limit 1`,
      [this.clock.now(), id],
    );
    return rows[0]?.ends ?? false;
  }

  async withUses(rows: readonly ApiKeyRow[]): Promise<ApiKeyView[]> {
    const [uses, emails] = await Promise.all([this.uses.of(rows.map(({ id }) => id)), this.#emailsOf(rows)]);
    return rows.map((row) => ({ ...row, email: emails.get(row.userId) ?? '', lastUsedAt: uses.get(row.id) ?? null }));
  }

  async #emailsOf(rows: readonly ApiKeyRow[]): Promise<ReadonlyMap<string, string>> {
    const userIds = [...new Set(rows.map(({ userId }) => userId))];
    const found = await this.pool.query<{ id: string; email: string }>('select id, email from user_account where id = any ($1)', [userIds]);
    return new Map(found.rows.map(({ id, email }) => [id, email]));
  }
}
