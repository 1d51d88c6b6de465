import type { Decider } from '#kernel/decider.js';
import { assertNever, notFound } from '#kernel/errors.js';
import { lastWayIn, secondFactorIsOff, secondFactorIsOn } from './user.errors.js';
import {
  EmailChanged,
  IdentityLinked,
  IdentityUnlinked,
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

/** An account at a provider. */
interface LinkIdentity {
  readonly type: 'link-identity';
  readonly identityId: string;
  readonly provider: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string;
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
  | LinkIdentity
  | { readonly type: 'unlink-identity'; readonly identityId: string }
  | { readonly type: 'make-link'; readonly kind: SignInLinkKind; readonly expiresAt: string };

interface Known {
  readonly name: string;
  readonly email: string;
  readonly isOperator: boolean;
  readonly isSuspended: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasPassword: boolean;
  /**
   * Whether anything says that the address is theirs. The person who invites sees the link too, so a user who was made with one has not shown
   * that. An account of a provider with the same address and a recovery link of an operator do.
   */
  readonly isAddressProved: boolean;
  /** Accounts at providers, by id. */
  readonly identities: ReadonlyMap<string, Pick<LinkIdentity, 'issuer' | 'subject'>>;
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
    if (event.type === 'user.created') {
      return {
        ...event.payload,
        isSuspended: false,
        hasSecondFactor: false,
        hasPassword: false,
        isAddressProved: true,
        identities: new Map(),
      };
    }
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
    case 'link-identity':
    case 'unlink-identity':
      return decideIdentity(command, state);
    case 'enable-second-factor':
    case 'remove-second-factor':
    case 'replace-recovery-codes':
    case 'use-recovery-code':
      return decideSecondFactor(command, state);
    default:
      return assertNever(command);
  }
}

type IdentityCommand = Extract<UserCommand, { type: 'link-identity' | 'unlink-identity' }>;

function decideIdentity(command: IdentityCommand, { identities, hasPassword }: Known): readonly UserEvent[] {
  if (command.type === 'link-identity') {
    const { type: _, ...linked } = command;
    const isLinked = [...identities.values()].some(({ issuer, subject }) => issuer === linked.issuer && subject === linked.subject);
    return isLinked ? [] : [IdentityLinked(linked)];
  }
  const { identityId } = command;
  if (!identities.has(identityId)) throw notFound('Account');
  if (!hasPassword && identities.size === 1) throw lastWayIn();
  return [IdentityUnlinked({ identityId })];
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
      return { ...state, email: event.payload.email, isAddressProved: true };
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
    case 'user.password-set':
      return { ...state, hasPassword: true, isAddressProved: provedBy(event.payload.by) ?? state.isAddressProved };
    case 'user.identity-linked': {
      const { identityId, issuer, subject, email } = event.payload;
      const isAddressProved = state.isAddressProved || email === state.email;
      return { ...state, isAddressProved, identities: new Map(state.identities).set(identityId, { issuer, subject }) };
    }
    case 'user.identity-unlinked':
      return { ...state, identities: new Map([...state.identities].filter(([id]) => id !== event.payload.identityId)) };
    case 'user.recovery-codes-replaced':
    case 'user.recovery-code-used':
    case 'user.sign-in-link-made':
      return state;
    default:
      return assertNever(event);
  }
}

/** Whether a password that is set in this way proves the address; undefined if it says nothing. */
function provedBy(source: PasswordSource): boolean | undefined {
  if (source === 'invitation') return false;
  return source === 'recovery-link' ? true : undefined;
}
