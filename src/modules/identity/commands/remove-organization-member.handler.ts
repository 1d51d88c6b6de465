import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { requireOrganizationOwner } from '../domain/authority.js';
import { organization } from '../domain/organization.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import { ledgerStream } from './stream.js';
import { RemoveOrganizationMember } from './remove-organization-member.command.js';

@CommandHandler(RemoveOrganizationMember)
export class RemoveOrganizationMemberHandler implements ICommandHandler<RemoveOrganizationMember> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, organizationId, userId }: RemoveOrganizationMember): Promise<void> {
    requireOrganizationOwner(caller, organizationId);
    await this.views.getOrganization(organizationId);
    await handle(this.store, organization, ledgerStream(organizationId), { command: { type: 'remove-member', userId }, meta });
  }
}
