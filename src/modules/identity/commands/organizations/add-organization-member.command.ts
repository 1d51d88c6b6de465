import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller, OrganizationRole } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireOrganizationOwner } from '../../domain/authority.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { OrganizationMemberView } from '../../projections/views.js';

/** The user must be known to this server already. */
export class AddOrganizationMember extends Command<OrganizationMemberView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly member: { readonly email: string; readonly role: OrganizationRole },
  ) {
    super();
  }
}

@CommandHandler(AddOrganizationMember)
export class AddOrganizationMemberHandler implements ICommandHandler<AddOrganizationMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, organizationId, member: { email, role } }: AddOrganizationMember): Promise<OrganizationMemberView> {
    requireOrganizationOwner(caller, organizationId);
    await this.views.getOrganization(organizationId);
    const user = await this.views.getUserByEmail(email);
    const command = { type: 'add-member', userId: user.id, role } as const;
    await decide(this.store, on(organizationStream.at(organizationId), organization, command), { meta });
    return { userId: user.id, email, role };
  }
}
