import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireOrganizationOwner } from '../domain/authority.js';
import { organization } from '../domain/organization.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { OrganizationMemberView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { ChangeOrganizationMember } from './change-organization-member.command.js';

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
    await handle(this.store, organization, ledgerStream(organizationId), { command, meta });
    const { email } = await this.views.getUser(userId);
    return { userId, email, role };
  }
}
