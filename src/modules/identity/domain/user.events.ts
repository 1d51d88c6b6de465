import { defineEvent, type EventOf } from '#kernel/event.js';

export const UserCreated = defineEvent('user.created')<{ email: string; name: string; isOperator: boolean }>();
export const UserSuspended = defineEvent('user.suspended')<Record<string, never>>();
export const UserReinstated = defineEvent('user.reinstated')<Record<string, never>>();

export const userEvents = [UserCreated, UserSuspended, UserReinstated] as const;
export type UserEvent = EventOf<typeof userEvents>;
