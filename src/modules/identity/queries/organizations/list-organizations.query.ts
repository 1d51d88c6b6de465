import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { select } from '#ledger/rows/select.js';
import { requireOperator } from '../../domain/authority.js';
import { organizationModel } from '../../projections/organization.entity.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import type { OrganizationView } from '../../projections/views.js';

/** All organizations, for operators. */
export class ListOrganizations extends Query<Page<OrganizationView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListOrganizations)
export class ListOrganizationsHandler implements IQueryHandler<ListOrganizations> {
  constructor(
    private readonly pool: Pool,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, page }: ListOrganizations): Promise<Page<OrganizationView>> {
    return this.pages.page(page, {
      scope: 'organizations',
      permit: () => requireOperator(caller),
      idOf: ({ id }) => id,
      load: (id, limit) => select(this.pool, organizationModel, { after: { id }, order: { id: 'asc' }, limit }),
    });
  }
}
