import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { conflict } from '#kernel/errors.js';
import { requireOperator } from '../domain/authority.js';
import { user, type UserCommand } from '../domain/user.decider.js';
import { IdentityViews } from '../queries/identity-views.js';
import type { UserView } from '../queries/views.js';
import { LastOperator } from './last-operator.js';
import { ledgerStream } from './stream.js';
import { ChangeUser } from './change-user.command.js';

@CommandHandler(ChangeUser)
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    private readonly store: EventStore,
    private readonly views: IdentityViews,
    private readonly lastOperator: LastOperator,
  ) {}

  async execute({ caller, meta, userId, changes }: ChangeUser): Promise<UserView> {
    requireOperator(caller);
    await this.views.getUser(userId);
    if (changes.suspended === true && userId === caller.userId) throw conflict('CONFLICT', 'An operator cannot suspend the account in use');
    const change = (): Promise<unknown> => handle(this.store, user, ledgerStream(userId), { command: commandsOf(changes), meta });
    const endsPower = changes.suspended === true || changes.isOperator === false;
    await (endsPower ? this.lastOperator.stays(userId, change) : change());
    return this.views.getUser(userId);
  }
}

function commandsOf({ name, isOperator, suspended }: ChangeUser['changes']): readonly UserCommand[] {
  return [
    ...(name === undefined ? [] : [{ type: 'rename', name } as const]),
    ...(isOperator === undefined ? [] : [{ type: isOperator ? 'appoint' : 'dismiss' } as const]),
    ...(suspended === undefined ? [] : [{ type: suspended ? 'suspend' : 'reinstate' } as const]),
  ];
}
