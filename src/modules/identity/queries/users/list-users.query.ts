import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { select } from '#ledger/rows/select.js';
import { requireOperator } from '../../domain/authority.js';
import { userAccount } from '../../projections/user-account.entity.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import type { UserView } from '../../projections/views.js';

/** All users, for operators. */
export class ListUsers extends Query<Page<UserView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(
    private readonly pool: Pool,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, page }: ListUsers): Promise<Page<UserView>> {
    return this.pages.page(page, {
      scope: 'users',
      permit: () => requireOperator(caller),
      idOf: ({ id }) => id,
      load: (id, limit) => select(this.pool, userAccount, { after: { id }, order: { id: 'asc' }, limit }),
    });
  }
}
