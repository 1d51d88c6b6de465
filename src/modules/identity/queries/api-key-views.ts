import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { keyHolder, type KeyOwner } from '../domain/key-owner.js';
import type { ApiKeyRow } from '../projections/api-key.entity.js';
import { KeyUses } from '../store/key-uses.js';
import { IdentityViews } from './identity-views.js';
import type { ApiKeyView } from './views.js';

/** Keys as they are now. Asks no permission. */
@Injectable()
export class ApiKeyViews {
  constructor(
    private readonly views: IdentityViews,
    private readonly uses: KeyUses,
  ) {}

  /** @throws DomainError not-found */
  async get(keyId: string): Promise<ApiKeyView> {
    const [view] = await this.withUses([await this.views.getApiKey(keyId)]);
    // One row goes in, one comes out.
    return view as ApiKeyView;
  }

  /** @throws DomainError not-found for a key of somebody else too */
  async getOf(caller: Caller, owner: KeyOwner, keyId: string): Promise<ApiKeyRow> {
    const key = await this.views.getApiKey(keyId);
    const { userId, workspaceId } = keyHolder(caller, owner);
    const isTheirs = key.workspaceId === workspaceId && (workspaceId !== null || key.userId === userId);
    if (!isTheirs) throw notFound('API key');
    return key;
  }

  async withUses(rows: readonly ApiKeyRow[]): Promise<ApiKeyView[]> {
    const uses = await this.uses.of(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...row, lastUsedAt: uses.get(row.id) ?? null }));
  }
}
