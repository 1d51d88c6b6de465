import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SessionCaller } from '#kernel/caller.js';
import { forbidden } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { decide } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { InvitationLinks, type LinkedInvitation } from '../../queries/sign-in/invitation-links.js';
import { AcceptInvitation } from './accept-invitation.js';

/** A person who is signed in accepts an invitation. @returns the invitation */
export class JoinByInvitation extends Command<LinkedInvitation> {
  constructor(
    readonly caller: SessionCaller,
    readonly meta: EventMeta,
    readonly token: string,
  ) {
    super();
  }
}

@CommandHandler(JoinByInvitation)
export class JoinByInvitationHandler implements ICommandHandler<JoinByInvitation> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly links: InvitationLinks,
    private readonly accepted: AcceptInvitation,
  ) {}

  async execute({ caller: { userId }, meta, token }: JoinByInvitation): Promise<LinkedInvitation> {
    const { email } = await this.views.getUser(userId);
    return decide(
      this.store,
      async (unit) => {
        const invitation = await this.links.claimed(token);
        if (invitation.email !== email) throw forbidden(`The invitation is for ${invitation.email}, and you are ${email}`, 'FOREIGN_LINK');
        await this.accepted.apply(unit, invitation, userId);
        return invitation;
      },
      { meta },
    );
  }
}
