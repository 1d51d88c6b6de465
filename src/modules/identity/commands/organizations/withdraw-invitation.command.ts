import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireOrganizationOwner } from '../../domain/authority.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { Invitations } from '../../queries/organizations/invitations.js';
import { organizationInvitation } from '../../store/organization-invitation.entity.js';

/** Takes an open invitation back. Needs the owner role, or to run the server. */
export class WithdrawInvitation extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly organizationId: string,
    readonly invitationId: string,
  ) {
    super();
  }
}

@CommandHandler(WithdrawInvitation)
export class WithdrawInvitationHandler implements ICommandHandler<WithdrawInvitation> {
  constructor(
    private readonly store: EventStore,
    private readonly invitations: Invitations,
  ) {}

  async execute({ caller, meta, organizationId, invitationId: id }: WithdrawInvitation): Promise<void> {
    requireOrganizationOwner(caller, organizationId);
    await this.invitations.of(organizationId, id);
    const command = { type: 'withdraw-invitation', invitationId: id } as const;
    const writes = [organizationInvitation.remove({ id })];
    await decide(this.store, on(organizationStream.at(organizationId), organization, command), { meta, writes });
  }
}
