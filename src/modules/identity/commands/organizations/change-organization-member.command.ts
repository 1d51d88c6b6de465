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

/** Gives a member another role. */
export class ChangeOrganizationMember extends Command<OrganizationMemberView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly member: { readonly userId: string; readonly role: OrganizationRole },
  ) {
    super();
  }
}

@CommandHandler(ChangeOrganizationMember)
export class ChangeOrganizationMemberHandler implements ICommandHandler<ChangeOrganizationMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, organizationId, member: { userId, role } }: ChangeOrganizationMember): Promise<OrganizationMemberView> {
    requireOrganizationOwner(caller, organizationId);
    await this.views.getOrganization(organizationId);
    const command = { type: 'change-role', userId, role } as const;
    await decide(this.store, on(organizationStream.at(organizationId), organization, command), { meta });
    const { email } = await this.views.getUser(userId);
    return { userId, email, role };
  }
}
