import type { ClientBase, Pool } from 'pg';
import type { FeedPosition } from '#ledger/projections/event-feed.js';
import type { ReadView } from '#ledger/projections/replicas/replica.js';
import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The place of the audit log in the events. There is one row. */
export interface AuditPlaceRow {
  readonly id: number;
  readonly tx: string;
  readonly pos: string;
  /** The owner number of the process that records, and its last sign of life. */
  readonly follower: number | null;
  readonly beatAt: string | null;
  /** The owner number of the last process that recorded and did nothing but follow. */
  readonly dedicated: number | null;
}

export const auditPlaceTable = new ReadModel<AuditPlaceRow, 'id'>({
  table: 'audit_place',
  key: ['id'],
  kept: record('one row'),
  columns: {
    id: { type: 'integer' },
    tx: { type: 'text' },
    pos: { type: 'bigint' },
    follower: { type: 'integer', nullable: true },
    beatAt: { type: 'timestamptz', nullable: true },
    dedicated: { type: 'integer', nullable: true },
  },
});

/** The process that writes to the log holds this advisory lock. */
export const auditLock = `hashtext('audit')`;

/** The place in the feed up to which all events are recorded. */
export async function auditPlace(client: ClientBase | Pool): Promise<FeedPosition> {
  const { rows } = await client.query<FeedPosition>({ name: 'audit_place', text: 'select tx, pos from audit_place' });
  const [place] = rows;
  if (place === undefined) throw new Error('The audit log has lost its place');
  return place;
}

/** The view of the audit log, as a replica may have it. */
export const auditView: ReadView = { name: 'audit', place: { text: 'select tx, pos from audit_place', values: [] } };

/** The condition of the writes of a round, in SQL: the place moves from where the round has begun. */
export const placeMoves =
  (from: FeedPosition, to: FeedPosition) =>
  (bind: (value: unknown) => string): string =>
    `update audit_place set tx = ${bind(to.tx)}, pos = ${bind(to.pos)} where tx = ${bind(from.tx)} and pos = ${bind(from.pos)} returning 1`;
