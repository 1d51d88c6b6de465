import { assertNever } from '#kernel/assert-never.js';
import type { Decider } from '#kernel/decider.js';
import { notFound } from '#kernel/errors.js';
import { UserCreated, UserReinstated, UserSuspended, type UserEvent } from './user.events.js';

export type UserCommand =
  | { readonly type: 'create'; readonly email: string; readonly name: string; readonly isOperator: boolean }
  | { readonly type: 'suspend' }
  | { readonly type: 'reinstate' };

export type UserState = 'none' | 'active' | 'suspended';

export const user: Decider<UserState, UserCommand, UserEvent> = {
  initial: 'none',

  decide(command, state) {
    switch (command.type) {
      case 'create':
        return [UserCreated({ email: command.email, name: command.name, isOperator: command.isOperator })];
      case 'suspend':
        if (state === 'none') throw notFound('User');
        return state === 'suspended' ? [] : [UserSuspended({})];
      case 'reinstate':
        if (state === 'none') throw notFound('User');
        return state === 'active' ? [] : [UserReinstated({})];
      default:
        return assertNever(command);
    }
  },

  evolve(_, event) {
    switch (event.type) {
      case 'user.created':
      case 'user.reinstated':
        return 'active';
      case 'user.suspended':
        return 'suspended';
      default:
        return assertNever(event);
    }
  },
};
