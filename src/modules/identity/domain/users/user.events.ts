import { defineEvent, type EventOf } from '#kernel/event.js';

export const UserCreated = defineEvent('user.created')<{ email: string; name: string; isOperator: boolean }>();
export const UserRenamed = defineEvent('user.renamed')<{ name: string }>();
export const UserSuspended = defineEvent('user.suspended')<Record<string, never>>();
export const UserReinstated = defineEvent('user.reinstated')<Record<string, never>>();
export const OperatorAppointed = defineEvent('user.operator-appointed')<Record<string, never>>();
export const OperatorDismissed = defineEvent('user.operator-dismissed')<Record<string, never>>();

export const userEvents = [UserCreated, UserRenamed, UserSuspended, UserReinstated, OperatorAppointed, OperatorDismissed] as const;
export type UserEvent = EventOf<typeof userEvents>;
