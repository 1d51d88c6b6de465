import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A trigger whose last poll failed. Times are ISO 8601. */
export interface PollFailure {
  readonly triggerId: string;
  /** Why, for people. It contains no secret. */
  readonly message: string;
  /** When the first poll failed since the last one that completed. */
  readonly since: string;
  /** When the last one failed. */
  readonly at: string;
}

export const pollFailureTable = new ReadModel<PollFailure, 'triggerId'>({
  table: 'poll_failure',
  key: ['triggerId'],
  kept: record('at most one for each trigger that polls; deleted by its next poll that completes'),
  columns: {
    triggerId: { type: 'uuid' },
    message: { type: 'text' },
    since: { type: 'timestamptz' },
    at: { type: 'timestamptz' },
  },
});
