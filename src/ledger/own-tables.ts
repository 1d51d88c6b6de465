import { fleeting, record, withOwner, type Table } from '#ledger/rows/kept.js';
import type { ReadModel } from '#ledger/rows/read-model.js';
import { eventTables } from '#ledger/events/event-tables.js';
import { storedPayload } from '#ledger/events/payload/stored-payload.entity.js';
import { runContent } from '#ledger/events/contents/run-content.entity.js';
import { objectHold } from '#ledger/objects/object-hold.js';
import { deadLetter } from '#ledger/projections/dead-letter.js';
import { timer } from '#ledger/work/timer.js';
import { planRoom } from '#ledger/work/rooms/plan-room.js';
import { workItem } from '#ledger/work/work-item.js';

/** The tables of the ledger that are written with appends. */
export const ownModels: readonly ReadModel<object, never>[] = [
  workItem,
  timer,
  deadLetter,
  objectHold,
  runContent,
  planRoom,
  storedPayload,
];

/** The tables of the ledger that only its own statements read and write. */
export const ownPlainTables: readonly Table[] = [
  ...eventTables,
  { table: 'projection_checkpoint', kept: record('one for each projection') },
  { table: 'projection_rebuild', kept: fleeting('deleted when the rebuild is done') },
  { table: 'append_generation', kept: record('one row') },
  { table: 'retention_month', kept: record('one for each month of which runs were deleted') },
  { table: 'stored_object', kept: withOwner('bytes that nothing refers to are deleted') },
  { table: 'work_suspect', kept: fleeting('deleted when the work is done') },
  { table: 'server_timeline', kept: record('one for each promotion') },
  { table: 'migration', kept: record('one for each migration') },
];
