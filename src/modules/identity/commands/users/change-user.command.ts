import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import type { Caller } from '#kernel/caller.js';
import { conflict } from '#kernel/errors.js';
import type { EventMeta } from '#kernel/event.js';
import { requireOperator } from '../../domain/authority.js';
import { user, type UserCommand } from '../../domain/users/user.decider.js';
import { userStream } from '../../domain/users/user.events.js';
import { IdentityViews } from '../../queries/identity-views.js';
import type { UserView } from '../../projections/views.js';
import { LastOperator } from './last-operator.js';

/**
 * Keys of a suspended user are refused: personal ones and those that the user made for workspaces. At least one operator is always not
 * suspended.
 */
export class ChangeUser extends Command<UserView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly userId: string,
    readonly changes: {
      readonly name?: string | undefined;
      readonly isOperator?: boolean | undefined;
      readonly suspended?: boolean | undefined;
    },
  ) {
    super();
  }
}

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
    const change = (): Promise<unknown> => decide(this.store, on(userStream.at(userId), user, commandsOf(changes)), { meta });
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
