import type { Decider } from '#kernel/decider.js';
import { assertNever, notFound } from '#kernel/errors.js';
import {
  SessionConfirmed,
  SessionEnded,
  SessionStarted,
  type SessionEnding,
  type SessionEvent,
  type SignInMethod,
} from './session.events.js';

interface Start {
  readonly type: 'start';
  readonly userId: string;
  readonly passwordId: string | null;
  readonly identityId?: string | null;
  readonly method: SignInMethod;
  readonly address: string | null;
  readonly agent: string | null;
  readonly isKept: boolean;
  readonly expiresAt: string;
}

export type SessionCommand =
  | Start
  /** Without a password, the session depends on what it did before. */
  | { readonly type: 'confirm'; readonly passwordId?: string }
  | { readonly type: 'end'; readonly reason: SessionEnding };

export type SessionState = 'none' | { readonly userId: string; readonly passwordId: string | null; readonly isEnded: boolean };

/** A session that has ended stays ended, and ends once. */
export const session: Decider<SessionState, SessionCommand, SessionEvent> = {
  initial: 'none',

  decide(command, state) {
    if (command.type === 'start') {
      const { type: _, ...started } = command;
      return [SessionStarted(started)];
    }
    if (state === 'none') throw notFound('Session');
    if (command.type === 'end') return state.isEnded ? [] : [SessionEnded({ userId: state.userId, reason: command.reason })];
    if (command.type === 'confirm') {
      if (state.isEnded) throw notFound('Session');
      return [SessionConfirmed({ userId: state.userId, passwordId: command.passwordId ?? state.passwordId })];
    }
    return assertNever(command);
  },

  evolve(state, event) {
    if (event.type === 'session.started') {
      const { userId, passwordId } = event.payload;
      return { userId, passwordId, isEnded: false };
    }
    if (state === 'none') throw new Error(`${event.type} of a session that was not started`);
    return event.type === 'session.ended' ? { ...state, isEnded: true } : { ...state, passwordId: event.payload.passwordId };
  },
};
