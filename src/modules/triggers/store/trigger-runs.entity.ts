import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** How the runs of a trigger ended. */
export interface TriggerRunsRow {
  readonly triggerId: string;
  /** Failed runs since the last one that completed, or since the trigger became active. */
  readonly failures: number;
  /** The last event of the trigger that this takes into account. */
  readonly position: number;
}

export const triggerRunsTable = new ReadModel<TriggerRunsRow, 'triggerId'>({
  table: 'trigger_runs',
  key: ['triggerId'],
  kept: record('one for each trigger'),
  columns: { triggerId: { type: 'uuid' }, failures: { type: 'integer' }, position: { type: 'integer' } },
});

/** The place of the follower of runs in the events. There is at most one row. */
interface TriggerPlaceRow {
  readonly id: number;
  readonly tx: string;
  readonly pos: string;
}

export const triggerPlaceTable = new ReadModel<TriggerPlaceRow, 'id'>({
  table: 'trigger_place',
  key: ['id'],
  kept: record('one row'),
  columns: { id: { type: 'integer' }, tx: { type: 'text' }, pos: { type: 'bigint' } },
});
