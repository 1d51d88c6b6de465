import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

export const UserCreated = defineEvent('user.created')<{ email: string; name: string; isOperator: boolean }>();
export const UserRenamed = defineEvent('user.renamed')<{ name: string }>();
export const UserSuspended = defineEvent('user.suspended')<Record<string, never>>();
export const UserReinstated = defineEvent('user.reinstated')<Record<string, never>>();
export const OperatorAppointed = defineEvent('user.operator-appointed')<Record<string, never>>();
export const OperatorDismissed = defineEvent('user.operator-dismissed')<Record<string, never>>();
export const EmailChanged = defineEvent('user.email-changed')<{ email: string }>();
/** What lets a user choose a password: a link for the first person of an installation, or one for a user who has lost theirs. */
export type SignInLinkKind = 'setup' | 'recovery';
/** What a password was set with. */
export type PasswordSource = 'setup-link' | 'recovery-link' | 'invitation' | 'user';
/** Never holds the password, nor anything that it could be found from. */
export const PasswordSet = defineEvent('user.password-set')<{ by: PasswordSource }>();
/** A link that lets the user choose a password was made. It replaces former recovery links of the user; setup links count beside each other. */
export const SignInLinkMade = defineEvent('user.sign-in-link-made')<{ kind: SignInLinkKind; expiresAt: string }>();
export const SecondFactorEnabled = defineEvent('user.second-factor-enabled')<Record<string, never>>();
/** Who removed a second factor: the user, or a person at the machine who makes them a recovery link. */
export type SecondFactorRemover = 'user' | 'recovery';
export const SecondFactorRemoved = defineEvent('user.second-factor-removed')<{ by: SecondFactorRemover }>();
export const RecoveryCodesReplaced = defineEvent('user.recovery-codes-replaced')<Record<string, never>>();
export const RecoveryCodeUsed = defineEvent('user.recovery-code-used')<{ left: number }>();

/** The user signs in with this account at a provider from now on. */
export const IdentityLinked = defineEvent('user.identity-linked')<{
  identityId: string;
  /** Id of the provider in the settings of this server. */
  provider: string;
  issuer: string;
  /** What the provider calls the account. */
  subject: string;
  /** Address of the account, which the provider has checked. */
  email: string;
}>();
export const IdentityUnlinked = defineEvent('user.identity-unlinked')<{ identityId: string }>();

export const userEvents = [
  UserCreated,
  UserRenamed,
  EmailChanged,
  UserSuspended,
  UserReinstated,
  OperatorAppointed,
  OperatorDismissed,
  PasswordSet,
  SignInLinkMade,
  SecondFactorEnabled,
  SecondFactorRemoved,
  RecoveryCodesReplaced,
  RecoveryCodeUsed,
  IdentityLinked,
  IdentityUnlinked,
] as const;
export type UserEvent = EventOf<typeof userEvents>;
export const userStream = defineStream('user', 'ledger', userEvents);

export const userAudit: readonly AuditLine[] = [
  audited(UserCreated, 'account.created', 'account', ({ name, ...settings }) => ({ name, settings: { name, ...settings } })),
  audited(UserRenamed, 'account.updated', 'account', ({ name }) => ({ name, settings: { name } })),
  audited(EmailChanged, 'account.updated', 'account', ({ email }) => ({ settings: { email } })),
  audited(OperatorAppointed, 'account.updated', 'account', () => ({ settings: { isOperator: true } })),
  audited(OperatorDismissed, 'account.updated', 'account', () => ({ settings: { isOperator: false } })),
  audited(UserSuspended, 'account.suspended', 'account', () => ({ settings: { suspended: true }, initial: { suspended: false } })),
  audited(PasswordSet, 'account.password_set', 'account', ({ by }, { streamId }) => ({
    details: { by },
    actor: { id: streamId, email: null },
  })),
  audited(SignInLinkMade, 'account.sign_in_link_made', 'account', (details) => ({ details })),
  audited(SecondFactorEnabled, 'account.second_factor_enabled', 'account', () => ({})),
  audited(SecondFactorRemoved, 'account.second_factor_removed', 'account', (details) => ({ details })),
  audited(RecoveryCodesReplaced, 'account.recovery_codes_replaced', 'account', () => ({})),
  audited(RecoveryCodeUsed, 'account.recovery_code_used', 'account', (details) => ({ details })),
  audited(IdentityLinked, 'account.identity_linked', 'account', (details) => ({ details })),
  audited(IdentityUnlinked, 'account.identity_unlinked', 'account', (details) => ({ details })),
  audited(UserReinstated, 'account.reinstated', 'account', () => ({ settings: { suspended: false } })),
];
