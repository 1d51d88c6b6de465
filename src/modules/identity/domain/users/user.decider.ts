import type { Decider } from '#kernel/decider.js';
import { assertNever, notFound } from '#kernel/errors.js';
import { secondFactorIsOff, secondFactorIsOn } from './user.errors.js';
import {
  EmailChanged,
  OperatorAppointed,
  OperatorDismissed,
  PasswordSet,
  RecoveryCodesReplaced,
  RecoveryCodeUsed,
  SecondFactorEnabled,
  SecondFactorRemoved,
  SignInLinkMade,
  UserCreated,
  UserReinstated,
  UserRenamed,
  UserSuspended,
  type PasswordSource,
  type SecondFactorRemover,
  type SignInLinkKind,
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
  | { readonly type: 'change-email'; readonly email: string }
  | { readonly type: 'suspend' }
  | { readonly type: 'reinstate' }
  | { readonly type: 'appoint' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'set-password'; readonly by: PasswordSource }
  | { readonly type: 'enable-second-factor' }
  | { readonly type: 'remove-second-factor'; readonly by: SecondFactorRemover }
  | { readonly type: 'replace-recovery-codes' }
  | { readonly type: 'use-recovery-code'; readonly left: number }
  | { readonly type: 'make-link'; readonly kind: SignInLinkKind; readonly expiresAt: string };

interface Known {
  readonly name: string;
  readonly email: string;
  readonly isOperator: boolean;
  readonly isSuspended: boolean;
  readonly hasSecondFactor: boolean;
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
    if (event.type === 'user.created') return { ...event.payload, isSuspended: false, hasSecondFactor: false };
    if (state === 'none') throw new Error(`${event.type} of a user who was not created`);
    return evolveKnown(state, event);
  },
};

function decideKnown(command: Exclude<UserCommand, Create>, state: Known): readonly UserEvent[] {
  const { name, email, isOperator, isSuspended } = state;
  switch (command.type) {
    case 'rename':
      return command.name === name ? [] : [UserRenamed({ name: command.name })];
    case 'change-email':
      return command.email === email ? [] : [EmailChanged({ email: command.email })];
    case 'suspend':
      return isSuspended ? [] : [UserSuspended({})];
    case 'reinstate':
      return isSuspended ? [UserReinstated({})] : [];
    case 'appoint':
      return isOperator ? [] : [OperatorAppointed({})];
    case 'dismiss':
      return isOperator ? [OperatorDismissed({})] : [];
    case 'set-password':
      return [PasswordSet({ by: command.by })];
    case 'make-link':
      return [SignInLinkMade({ kind: command.kind, expiresAt: command.expiresAt })];
    case 'enable-second-factor':
    case 'remove-second-factor':
    case 'replace-recovery-codes':
    case 'use-recovery-code':
      return decideSecondFactor(command, state);
    default:
      return assertNever(command);
  }
}

type SecondFactorCommand = Extract<
  UserCommand,
  { type: 'enable-second-factor' | 'remove-second-factor' | 'replace-recovery-codes' | 'use-recovery-code' }
>;

function decideSecondFactor(command: SecondFactorCommand, { hasSecondFactor }: Known): readonly UserEvent[] {
  switch (command.type) {
    case 'enable-second-factor':
      if (hasSecondFactor) throw secondFactorIsOn();
      return [SecondFactorEnabled({})];
    case 'remove-second-factor':
      return hasSecondFactor ? [SecondFactorRemoved({ by: command.by })] : [];
    case 'replace-recovery-codes':
      if (!hasSecondFactor) throw secondFactorIsOff();
      return [RecoveryCodesReplaced({})];
    case 'use-recovery-code':
      return [RecoveryCodeUsed({ left: command.left })];
    default:
      return assertNever(command);
  }
}

function evolveKnown(state: Known, event: Exclude<UserEvent, { type: 'user.created' }>): Known {
  switch (event.type) {
    case 'user.renamed':
      return { ...state, name: event.payload.name };
    case 'user.email-changed':
      return { ...state, email: event.payload.email };
    case 'user.suspended':
      return { ...state, isSuspended: true };
    case 'user.reinstated':
      return { ...state, isSuspended: false };
    case 'user.operator-appointed':
      return { ...state, isOperator: true };
    case 'user.operator-dismissed':
      return { ...state, isOperator: false };
    case 'user.second-factor-enabled':
      return { ...state, hasSecondFactor: true };
    case 'user.second-factor-removed':
      return { ...state, hasSecondFactor: false };
    case 'user.recovery-codes-replaced':
    case 'user.recovery-code-used':
    case 'user.password-set':
    case 'user.sign-in-link-made':
      return state;
    default:
      return assertNever(event);
  }
}
