import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireOrganizationOwner } from '../domain/authority.js';
import { organization } from '../domain/organization.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { OrganizationMemberView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { AddOrganizationMember } from './add-organization-member.command.js';

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
    await handle(this.store, organization, ledgerStream(organizationId), { command, meta });
    return { userId: user.id, email, role };
  }
}
