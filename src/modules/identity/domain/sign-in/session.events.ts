import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** How a person has proved who they are. */
export type SignInMethod = 'password' | 'recovery-link' | 'setup-link' | 'invitation' | 'oidc';

/** Why a session ended before its time: the person signed out, here or elsewhere, or what they signed in with was changed or taken away. */
export type SessionEnding = 'signed-out' | 'ended-elsewhere' | 'password-changed' | 'identity-unlinked';

export const SessionStarted = defineEvent('session.started')<{
  userId: string;
  /** The password that the session depends on; null: none. */
  passwordId: string | null;
  /** The account at a provider that the session depends on; null or absent: none. */
  identityId?: string | null;
  method: SignInMethod;
  /** Where the person signed in from, and with what. Null: unknown. */
  address: string | null;
  agent: string | null;
  /** The person chose to stay signed in: the session ends at its end alone, however long it rests. */
  isKept: boolean;
  expiresAt: string;
}>();
/** The person has proved again who they are. */
export const SessionConfirmed = defineEvent('session.confirmed')<{ userId: string; passwordId: string | null }>();
export const SessionEnded = defineEvent('session.ended')<{ userId: string; reason: SessionEnding }>();

export const sessionEvents = [SessionStarted, SessionConfirmed, SessionEnded] as const;
export type SessionEvent = EventOf<typeof sessionEvents>;
export const sessionStream = defineStream('session', 'ledger', sessionEvents);

export const sessionAudit: readonly AuditLine[] = [
  audited(SessionStarted, 'session.started', 'account', ({ userId, method, identityId, expiresAt }, { streamId }) => ({
    resourceId: userId,
    details: { sessionId: streamId, method, ...(identityId ? { identityId } : {}), expiresAt },
    actor: { id: userId, email: null },
  })),
  audited(SessionConfirmed, 'session.confirmed', 'account', ({ userId }, { streamId }) => ({
    resourceId: userId,
    details: { sessionId: streamId },
  })),
  audited(SessionEnded, 'session.ended', 'account', ({ userId, reason }, { streamId }) => ({
    resourceId: userId,
    details: { sessionId: streamId, reason },
  })),
];
