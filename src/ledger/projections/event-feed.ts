import type { ClientBase, Pool } from 'pg';
import { isoTimes } from '#ledger/database/iso-times.js';
import { eventRowColumns, type EventRow } from '#ledger/events/postgres-event-store.js';
import type { QuietSign } from '#ledger/signals/quiet-signs.js';

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

interface FeedPart {
  readonly after: FeedPosition;
  readonly types: readonly string[];
  /** Types of which only events are read that end a later append of their stream than the first, with a digest. */
  readonly laterTypes?: readonly string[];
  readonly limit: number;
  readonly horizon: FeedHorizon;
}

/**
 * The next events of all streams after a place: those of `types` among the next `limit`, and always the last of these, so that
 * the reader knows how far it came.
 */
export async function readFeed(client: ClientBase | Pool, { after, types, laterTypes = [], limit, horizon }: FeedPart): Promise<FeedRow[]> {
  const settled = horizon === 'settled' ? 'and tx < event_horizon()' : '';
  const part = (lifetime: 'run' | 'ledger'): string =>
    `(select ${eventRowColumns(lifetime)}, tx, pos from ${lifetime}_event where (tx, pos) > ($1::xid8, $2::bigint) ${settled} order by tx, pos limit $4)`;
  const { rows } = await client.query<FeedRow>({
    name: `feed_${horizon}`,
    text: `with next as materialized (select * from (${part('run')} union all ${part('ledger')}) e order by tx, pos limit $4)
           select *, (select count(*)::int from next) as passed from next
           where type = any($3) or (type = any($5) and digest not like '1-%') or (tx, pos) = (select tx, pos from next order by tx desc, pos desc limit 1)`,
    types: isoTimes,
    values: [after.tx, after.pos, types, limit, laterTypes],
  });
  return rows;
}

/** The place of the newest committed event, as a query. */
export const newestQuery = `select tx, pos from (
  (select tx, pos from run_event order by tx desc, pos desc limit 1) union all
  (select tx, pos from ledger_event order by tx desc, pos desc limit 1)) e order by tx desc, pos desc limit 1`;

/** All events are settled, and none has come. */
export const eventSign: QuietSign = {
  sign: `(select concat(tx, ' ', pos) from (${newestQuery}) newest)`,
  isWaiting: `(select tx >= event_horizon() from (${newestQuery}) newest)`,
};

/** The place of the newest committed event. */
export async function newestPosition(client: Pool): Promise<FeedPosition> {
  const { rows } = await client.query<FeedPosition>({ name: 'feed_newest', text: newestQuery });
  return rows[0] ?? feedStart;
}

/** How far a reader is behind the newest event. */
export interface Lag {
  /** Counted up to 10,000. */
  readonly events: number;
  /** The age of the oldest of them; 0 when there is none. */
  readonly ms: number;
}

const mostCounted = 10_000;

/** What comes after a place, `tx` and `pos` being terms, as a query for `events` and `ms`. It reads nothing where the condition does not hold. */
export function lagQuery(tx: string, pos: string, condition = 'true'): string {
  const next = (lifetime: 'run' | 'ledger'): string =>
    `(select at from ${lifetime}_event where (${condition}) and (tx, pos) > (${tx}, ${pos}) order by tx, pos limit ${mostCounted})`;
  return `select count(*)::int as events, coalesce(greatest(extract(epoch from now() - min(at)) * 1000, 0), 0)::float8 as ms
          from (${next('run')} union all ${next('ledger')}) behind`;
}

export function isAtOrAfter(place: FeedPosition, other: FeedPosition): boolean {
  const [tx, otherTx] = [BigInt(place.tx), BigInt(other.tx)];
  return tx > otherTx || (tx === otherTx && BigInt(place.pos) >= BigInt(other.pos));
}
