import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireUnlimitedPersonalKey } from '../../domain/authority.js';
import { organization } from '../../domain/organizations/organization.decider.js';
import { invitationExpired } from '../../domain/organizations/organization.errors.js';
import { organizationStream } from '../../domain/organizations/organization.events.js';
import { linkRequired } from '../../domain/users/user.errors.js';
import type { InvitationView } from '../../projections/views.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { Invitations } from '../../queries/organizations/invitations.js';
import { organizationInvitation } from '../../store/organization-invitation.entity.js';
import { hasProvedAddress } from '../has-proved-address.js';

/** The invited user accepts or declines. Only then do they belong to the organization. Returns the invitation. */
export class AnswerInvitation extends Command<InvitationView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly invitationId: string,
    readonly answer: 'accept' | 'decline',
  ) {
    super();
  }
}

@CommandHandler(AnswerInvitation)
export class AnswerInvitationHandler implements ICommandHandler<AnswerInvitation> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly invitations: Invitations,
  ) {}

  async execute({ caller, meta, invitationId: id, answer }: AnswerInvitation): Promise<InvitationView> {
    requireUnlimitedPersonalKey(caller);
    const { id: userId, email } = await this.views.getUser(caller.userId);
    const found = await this.invitations.to(email, id);
    if (answer === 'accept' && found.expired) throw invitationExpired(found.expiresAt);
    const command = { type: `${answer}-invitation`, invitationId: id, userId } as const;
    const writes = [organizationInvitation.remove({ id })];
    await decide(
      this.store,
      async (unit) => {
        if (answer === 'accept' && !(await hasProvedAddress(unit, userId))) throw linkRequired();
        await unit.on(organizationStream.at(found.organizationId), organization, () => [command]);
      },
      { meta, writes },
    );
    return found;
  }
}
