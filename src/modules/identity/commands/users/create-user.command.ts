import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { requireOperator } from '../../domain/authority.js';
import { user } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { duplicateEmail } from '../../domain/users/user.errors.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { UserView } from '../../projections/views.js';
import { withoutDuplicate } from '../without-duplicate.js';

/** Makes a user known, without a key and without access to anything. */
export class CreateUser extends Command<UserView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly user: { readonly email: string; readonly name: string },
  ) {
    super();
  }
}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(
    private readonly store: EventStore,
    private readonly ids: Ids,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, user: { email, name } }: CreateUser): Promise<UserView> {
    requireOperator(caller);
    const id = this.ids.next();
    const command = { type: 'create', email, name, isOperator: false } as const;
    await withoutDuplicate('user_account_email', duplicateEmail, () => decide(this.store, on(userStream.at(id), user, command), { meta }));
    return this.views.getUser(id);
  }
}
