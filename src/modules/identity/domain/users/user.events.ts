import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

export const UserCreated = defineEvent('user.created')<{ email: string; name: string; isOperator: boolean }>();
export const UserRenamed = defineEvent('user.renamed')<{ name: string }>();
export const UserSuspended = defineEvent('user.suspended')<Record<string, never>>();
export const UserReinstated = defineEvent('user.reinstated')<Record<string, never>>();
export const OperatorAppointed = defineEvent('user.operator-appointed')<Record<string, never>>();
export const OperatorDismissed = defineEvent('user.operator-dismissed')<Record<string, never>>();

export const userEvents = [UserCreated, UserRenamed, UserSuspended, UserReinstated, OperatorAppointed, OperatorDismissed] as const;
export type UserEvent = EventOf<typeof userEvents>;
export const userStream = defineStream('user', 'ledger', userEvents);

export const userAudit: readonly AuditLine[] = [
  audited(UserCreated, 'account.created', 'account', ({ name, ...settings }) => ({ name, settings: { name, ...settings } })),
  audited(UserRenamed, 'account.updated', 'account', ({ name }) => ({ name, settings: { name } })),
  audited(OperatorAppointed, 'account.updated', 'account', () => ({ settings: { isOperator: true } })),
  audited(OperatorDismissed, 'account.updated', 'account', () => ({ settings: { isOperator: false } })),
  audited(UserSuspended, 'account.suspended', 'account', () => ({ settings: { suspended: true }, initial: { suspended: false } })),
  audited(UserReinstated, 'account.reinstated', 'account', () => ({ settings: { suspended: false } })),
];
