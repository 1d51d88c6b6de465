import { withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** An event that a projection could not apply. It is set aside so that the projection continues with the others. */
export interface DeadLetter {
  readonly projection: string;
  readonly projectionVersion: number;
  readonly pos: string;
  readonly tx: string;
  readonly streamId: string;
  readonly version: number;
  readonly type: string;
  readonly error: string;
  readonly at: string;
}

export const deadLetter = new ReadModel<DeadLetter, 'projection' | 'projectionVersion' | 'pos'>({
  table: 'dead_letter',
  key: ['projection', 'projectionVersion', 'pos'],
  kept: withRun('stream_id', 'an event that is deleted cannot be retried'),
  columns: {
    projection: { type: 'text' },
    projectionVersion: { type: 'integer' },
    pos: { type: 'bigint' },
    tx: { type: 'text' },
    streamId: { type: 'uuid' },
    version: { type: 'integer' },
    type: { type: 'text' },
    error: { type: 'text' },
    at: { type: 'timestamptz' },
  },
});
