import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { decide, on } from '#ledger/events/decide.js';
import { EventStore } from '#ledger/events/event-store.js';
import { requireUnlimitedPersonalKey } from '../../domain/authority.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import type { UserView } from '../../projections/views.js';
import { IdentityViews } from '../../queries/identity-views.js';

/** A user changes what they are called. */
export class ChangeOwnUser extends Command<UserView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly changes: { readonly name?: string | undefined },
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnUser)
export class ChangeOwnUserHandler implements ICommandHandler<ChangeOwnUser> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, changes: { name } }: ChangeOwnUser): Promise<UserView> {
    requireUnlimitedPersonalKey(caller);
    const commands = name === undefined ? [] : [{ type: 'rename', name } as const];
    await decide(this.store, on(userStream.at(caller.userId), user, commands), { meta });
    return this.views.getUser(caller.userId);
  }
}
