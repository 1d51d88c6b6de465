import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { Ids } from '#kernel/ids.js';
import { requireOperator } from '../domain/authority.js';
import { user } from '../domain/user.decider.js';
import { duplicateEmail } from '../domain/user.errors.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { UserView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { withoutDuplicate } from './without-duplicate.js';
import { CreateUser } from './create-user.command.js';

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
    await withoutDuplicate('user_account_email', duplicateEmail, () => handle(this.store, user, ledgerStream(id), { command, meta }));
    return this.views.getUser(id);
  }
}
