import { fleeting } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The value of the cookie of a session, as far as it is kept, and when it was used last, to within ten minutes. */
export interface SessionSecretRow {
  readonly sessionId: string;
  readonly digest: string;
  readonly lastSeenAt: string;
}

export const sessionSecret = new ReadModel<SessionSecretRow, 'sessionId'>({
  table: 'session_secret',
  key: ['sessionId'],
  kept: fleeting('deleted a day after the session has ended'),
  columns: {
    sessionId: { type: 'uuid' },
    digest: { type: 'text' },
    lastSeenAt: { type: 'timestamptz' },
  },
});
