import type { Decider } from '#kernel/decider.js';
import { assertNever, notFound } from '#kernel/errors.js';
import {
  OperatorAppointed,
  OperatorDismissed,
  UserCreated,
  UserReinstated,
  UserRenamed,
  UserSuspended,
  type UserEvent,
} from './user.events.js';

interface Create {
  readonly type: 'create';
  readonly email: string;
  readonly name: string;
  readonly isOperator: boolean;
}

export type UserCommand =
  | Create
  | { readonly type: 'rename'; readonly name: string }
  | { readonly type: 'suspend' }
  | { readonly type: 'reinstate' }
  | { readonly type: 'appoint' }
  | { readonly type: 'dismiss' };

interface Known {
  readonly name: string;
  readonly isOperator: boolean;
  readonly isSuspended: boolean;
}

export type UserState = Known | 'none';

export const user: Decider<UserState, UserCommand, UserEvent> = {
  initial: 'none',

  decide(command, state) {
    if (command.type === 'create') return [UserCreated({ email: command.email, name: command.name, isOperator: command.isOperator })];
    if (state === 'none') throw notFound('User');
    return decideKnown(command, state);
  },

  evolve(state, event) {
    if (event.type === 'user.created') return { name: event.payload.name, isOperator: event.payload.isOperator, isSuspended: false };
    if (state === 'none') throw new Error(`${event.type} of a user who was not created`);
    return evolveKnown(state, event);
  },
};

function decideKnown(command: Exclude<UserCommand, Create>, { name, isOperator, isSuspended }: Known): readonly UserEvent[] {
  switch (command.type) {
    case 'rename':
      return command.name === name ? [] : [UserRenamed({ name: command.name })];
    case 'suspend':
      return isSuspended ? [] : [UserSuspended({})];
    case 'reinstate':
      return isSuspended ? [UserReinstated({})] : [];
    case 'appoint':
      return isOperator ? [] : [OperatorAppointed({})];
    case 'dismiss':
      return isOperator ? [OperatorDismissed({})] : [];
    default:
      return assertNever(command);
  }
}

function evolveKnown(state: Known, event: Exclude<UserEvent, { type: 'user.created' }>): Known {
  switch (event.type) {
    case 'user.renamed':
      return { ...state, name: event.payload.name };
    case 'user.suspended':
      return { ...state, isSuspended: true };
    case 'user.reinstated':
      return { ...state, isSuspended: false };
    case 'user.operator-appointed':
      return { ...state, isOperator: true };
    case 'user.operator-dismissed':
      return { ...state, isOperator: false };
    default:
      return assertNever(event);
  }
}
