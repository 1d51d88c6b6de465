import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { conflict } from '#kernel/errors.js';
import { requireOperator } from '../domain/authority.js';
import { user } from '../domain/user.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { UserView } from '../queries/views.js';
import { ledgerStream } from './stream.js';
import { ChangeUser } from './change-user.command.js';

@CommandHandler(ChangeUser)
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
  ) {}

  async execute({ caller, meta, userId, changes: { suspended } }: ChangeUser): Promise<UserView> {
    requireOperator(caller);
    await this.views.getUser(userId);
    if (suspended === true && userId === caller.userId) throw conflict('CONFLICT', 'An operator cannot suspend the account in use');
    if (suspended !== undefined) {
      await handle(this.store, user, ledgerStream(userId), { command: { type: suspended ? 'suspend' : 'reinstate' }, meta });
    }
    return this.views.getUser(userId);
  }
}
