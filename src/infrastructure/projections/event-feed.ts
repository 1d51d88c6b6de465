import type { ClientBase, Pool } from 'pg';
import { eventRowColumns, eventRowTypes, type EventRow } from '#infrastructure/event-store/postgres-event-store.js';

/** A place in the order of all events: (transaction, position). Neither half alone orders them without loss. */
export interface FeedPosition {
  readonly tx: string;
  readonly pos: string;
}

export const feedStart: FeedPosition = { tx: '0', pos: '0' };

export interface FeedRow extends EventRow, FeedPosition {
  /** How many events the reader passes with this answer, those of other types included. */
  readonly passed: number;
}

/**
 * *settled*: only events whose transaction is older than every running one, so that no event can still appear before them.
 * *visible*: all committed events; only for a reader that has locked out every writer that matters to it.
 */
export type FeedHorizon = 'settled' | 'visible';

/**
 * The next events of all streams after a place: those of `types` among the next `limit`, and always the last of these, so that
 * the reader knows how far it came.
 */
export async function readFeed(
  client: ClientBase | Pool,
  { after, types, limit, horizon }: { after: FeedPosition; types: readonly string[]; limit: number; horizon: FeedHorizon },
): Promise<FeedRow[]> {
  const settled = horizon === 'settled' ? 'and tx < event_horizon()' : '';
  const part = (lifetime: 'run' | 'ledger'): string =>
    `(select ${eventRowColumns(lifetime)}, tx, pos from ${lifetime}_event where (tx, pos) > ($1::xid8, $2::bigint) ${settled} order by tx, pos limit $4)`;
  const { rows } = await client.query<FeedRow>({
    name: `feed_${horizon}`,
    text: `with next as materialized (select * from (${part('run')} union all ${part('ledger')}) e order by tx, pos limit $4)
           select *, (select count(*)::int from next) as passed from next
           where type = any($3) or (tx, pos) = (select tx, pos from next order by tx desc, pos desc limit 1)`,
    types: eventRowTypes,
    values: [after.tx, after.pos, types, limit],
  });
  return rows;
}

/** The place of the newest event that anybody has committed. */
export async function newestPosition(client: Pool): Promise<FeedPosition> {
  const { rows } = await client.query<FeedPosition>({
    name: 'feed_newest',
    text: `select tx, pos from (
             (select tx, pos from run_event order by tx desc, pos desc limit 1) union all
             (select tx, pos from ledger_event order by tx desc, pos desc limit 1)) e order by tx desc, pos desc limit 1`,
  });
  return rows[0] ?? feedStart;
}

/** When the first event behind a place was written; undefined when there is none. */
export async function nextEventAt(client: Pool, { tx, pos }: FeedPosition): Promise<Date | undefined> {
  const next = (lifetime: 'run' | 'ledger'): string =>
    `(select at, tx, pos from ${lifetime}_event where (tx, pos) > ($1::xid8, $2::bigint) order by tx, pos limit 1)`;
  const { rows } = await client.query<{ at: Date }>({
    name: 'feed_next_at',
    text: `select at from (${next('run')} union all ${next('ledger')}) e order by tx, pos limit 1`,
    values: [tx, pos],
  });
  return rows[0]?.at;
}

export function isAtOrAfter(place: FeedPosition, other: FeedPosition): boolean {
  const [tx, otherTx] = [BigInt(place.tx), BigInt(other.tx)];
  return tx > otherTx || (tx === otherTx && BigInt(place.pos) >= BigInt(other.pos));
}
