import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { requireOrganizationOwner } from '../../domain/authority.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import { IdentityViews } from '../identity-views.js';
import type { OrganizationMemberView } from '../../projections/views.js';

/** Needs the owner role, or to run the server. */
export class ListOrganizationMembers extends Query<Page<OrganizationMemberView>> {
  constructor(
    readonly caller: Caller,
    readonly organizationId: string,
    readonly page: PageQuery,
  ) {
    super();
  }
}

@QueryHandler(ListOrganizationMembers)
export class ListOrganizationMembersHandler implements IQueryHandler<ListOrganizationMembers> {
  constructor(
    private readonly pool: Pool,
    private readonly views: IdentityViews,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, organizationId, page }: ListOrganizationMembers): Promise<Page<OrganizationMemberView>> {
    return this.pages.page(page, {
      scope: `organization-members|${organizationId}`,
      permit: async () => {
        requireOrganizationOwner(caller, organizationId);
        await this.views.getOrganization(organizationId);
      },
      idOf: ({ userId }) => userId,
      load: async (after, count) => {
        const text = `select m.user_id as "userId", u.email, m.role from organization_member m join user_account u on u.id = m.user_id
          where m.organization_id = $1 and m.user_id > $2 order by m.user_id limit $3`;
        return (await this.pool.query<OrganizationMemberView>(text, [organizationId, after, count])).rows;
      },
    });
  }
}
