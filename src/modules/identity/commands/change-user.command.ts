import { Command } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { UserView } from '../queries/views.js';

/**
 * A suspended user's keys admit nobody, neither personal ones nor those that the user made for workspaces. Somebody who is not suspended always
 * runs the server.
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
