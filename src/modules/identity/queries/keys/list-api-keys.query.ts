import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { select } from '#ledger/rows/select.js';
import { type KeyOwner, keyHolder, requireKeyReading } from '../../domain/keys/key-owner.js';
import { apiKeyModel, type ApiKeyRow } from '../../projections/api-key.entity.js';
import { ApiKeyViews } from './api-key-views.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import { IdentityViews } from '../identity-views.js';
import type { ApiKeyView } from '../../projections/views.js';

/** Those that were not revoked. */
export class ListApiKeys extends Query<Page<ApiKeyView>> {
  constructor(
    readonly caller: Caller,
    readonly owner: KeyOwner,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListApiKeys)
export class ListApiKeysHandler implements IQueryHandler<ListApiKeys> {
  constructor(
    private readonly pool: Pool,
    private readonly pages: IdPages,
    private readonly views: ApiKeyViews,
    private readonly users: IdentityViews,
  ) {}

  async execute({ caller, owner, page }: ListApiKeys): Promise<Page<ApiKeyView>> {
    const { userId, workspaceId } = keyHolder(caller, owner);
    const whose = workspaceId === null ? { userId, workspaceId } : { workspaceId };
    const found = await this.pages.page<ApiKeyRow>(page, {
      scope: `api-keys|${workspaceId ?? userId}`,
      permit: async () => {
        requireKeyReading(caller, owner);
        if (owner.kind === 'user') await this.users.getUser(userId);
      },
      idOf: ({ id }) => id,
      load: (id, limit) =>
        select(this.pool, apiKeyModel, { where: { ...whose, revokedAt: null }, after: { id }, order: { id: 'asc' }, limit }),
    });
    return { ...found, data: await this.views.withUses(found.data) };
  }
}
