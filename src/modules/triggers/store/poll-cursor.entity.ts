import type { JsonObject } from '#kernel/json.js';
import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface PollCursorRow {
  readonly triggerId: string;
  /** Where its kind has come to in its source. */
  readonly place: JsonObject;
}

/** How far a trigger that polls has read its source. It is written with what was found. */
export const pollCursorTable = new ReadModel<PollCursorRow, 'triggerId'>({
  table: 'poll_cursor',
  key: ['triggerId'],
  kept: withOwner('one for each trigger that polls'),
  columns: { triggerId: { type: 'uuid' }, place: { type: 'jsonb' } },
});
