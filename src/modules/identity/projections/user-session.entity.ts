import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { SignInMethod } from '../domain/sign-in/session.events.js';

/** Where a person is signed in. */
export interface UserSessionRow {
  readonly id: string;
  readonly userId: string;
  /** The password that the session depends on; null: none. */
  readonly passwordId: string | null;
  /** The account at a provider that the session depends on; null: none. */
  readonly identityId: string | null;
  readonly method: SignInMethod;
  readonly address: string | null;
  readonly agent: string | null;
  readonly isKept: boolean;
  readonly startedAt: string;
  /** When the person proved last who they are. */
  readonly confirmedAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
}

export const userSession = new ReadModel<UserSessionRow, 'id'>({
  table: 'user_session',
  key: ['id'],
  kept: fleeting('deleted a day after the session has ended'),
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid' },
    passwordId: { type: 'uuid', nullable: true },
    identityId: { type: 'uuid', nullable: true },
    method: { type: 'text' },
    address: { type: 'text', nullable: true },
    agent: { type: 'text', nullable: true },
    isKept: { type: 'boolean' },
    startedAt: { type: 'timestamptz' },
    confirmedAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz' },
    endedAt: { type: 'timestamptz', nullable: true },
  },
});
