import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Page } from '#kernel/page.js';
import { requireOrganizationOwner, requireUnlimitedPersonalKey } from '../../domain/authority.js';
import type { InvitationView } from '../../projections/views.js';
import { type PageQuery, IdPages } from '../id-pages.js';
import { IdentityViews } from '../identity-views.js';
import { Invitations } from './invitations.js';

/** The open invitations of the caller, or those of an organization, which its owners may read. */
export class ListInvitations extends Query<Page<InvitationView>> {
  constructor(
    readonly caller: Caller,
    readonly page: PageQuery,
    readonly organizationId?: string,
  ) {
    super();
  }
}

@QueryHandler(ListInvitations)
export class ListInvitationsHandler implements IQueryHandler<ListInvitations> {
  constructor(
    private readonly views: IdentityViews,
    private readonly invitations: Invitations,
    private readonly pages: IdPages,
  ) {}

  async execute({ caller, page, organizationId }: ListInvitations): Promise<Page<InvitationView>> {
    return this.pages.page(page, {
      scope: `invitations|${organizationId ?? caller.userId}`,
      permit: () => (organizationId === undefined ? requireUnlimitedPersonalKey(caller) : this.#requireOwned(caller, organizationId)),
      idOf: ({ id }) => id,
      load: async (after, count) => {
        const by = organizationId === undefined ? { email: (await this.views.getUser(caller.userId)).email } : { organizationId };
        return this.invitations.page(by, after, count);
      },
    });
  }

  async #requireOwned(caller: Caller, organizationId: string): Promise<void> {
    requireOrganizationOwner(caller, organizationId);
    await this.views.getOrganization(organizationId);
  }
}
