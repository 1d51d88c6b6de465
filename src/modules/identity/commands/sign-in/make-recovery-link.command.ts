import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { requireOperator } from '../../domain/authority.js';
import { IdentityViews } from '../../queries/identity-views.js';
import { NewLink, type MadeLink } from './new-link.js';

/** Makes a link with which a user chooses a password, once, within an hour. It replaces every earlier link of the user. */
export class MakeRecoveryLink extends Command<MadeLink> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly userId: string,
  ) {
    super();
  }
}

@CommandHandler(MakeRecoveryLink)
export class MakeRecoveryLinkHandler implements ICommandHandler<MakeRecoveryLink> {
  constructor(
    private readonly views: IdentityViews,
    private readonly links: NewLink,
  ) {}

  async execute({ caller, meta, userId }: MakeRecoveryLink): Promise<MadeLink> {
    requireOperator(caller);
    await this.views.getUser(userId);
    return this.links.make('recovery', userId, meta);
  }
}
