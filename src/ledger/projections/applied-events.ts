import type { Pool } from 'pg';
import { feedStart, type FeedPosition } from './event-feed.js';

/** An event of a run that an async projection has passed, without its payload. */
export interface AppliedEvent extends FeedPosition {
  readonly runId: string;
  readonly workspaceId: string;
}

export interface AppliedEvents {
  readonly events: readonly AppliedEvent[];
  /** How far the reading has come. */
  readonly place: FeedPosition;
  /** Whether the projection has passed more events after it. */
  readonly isMore: boolean;
}

interface AppliedPart {
  readonly projection: string;
  readonly types: readonly string[];
  readonly after: FeedPosition;
  readonly limit: number;
}

type Row = { readonly passed_tx: string; readonly passed_pos: string; readonly count: number } & (
  | { readonly tx: string; readonly pos: string; readonly stream_id: string; readonly workspace_id: string; readonly type: string }
  | { readonly tx: null }
);

const passedQuery = '(select tx, pos from projection_checkpoint where name = $1 order by version desc limit 1)';

/** The place up to which a projection has followed the events. */
export async function appliedPlace(pool: Pool, projection: string): Promise<FeedPosition> {
  const { rows } = await pool.query<FeedPosition>({ name: 'applied_place', text: passedQuery, values: [projection] });
  return rows[0] ?? feedStart;
}

/** The events of some types among the next `limit` events of runs that a projection has passed. */
export async function readApplied(pool: Pool, { projection, types, after: { tx, pos }, limit }: AppliedPart): Promise<AppliedEvents> {
  const { rows } = await pool.query<Row>({
    name: 'applied_events',
    text: `with passed as materialized ${passedQuery},
           next as materialized (select tx, pos, stream_id, workspace_id, type from run_event
             where (tx, pos) > ($2::xid8, $3::bigint) and (tx, pos) <= (select tx, pos from passed) order by tx, pos limit $4)
           select p.tx as passed_tx, p.pos as passed_pos, (select count(*)::int from next) as count, n.*
           from passed p left join next n on n.type = any($5) or (n.tx, n.pos) = (select tx, pos from next order by tx desc, pos desc limit 1)
           order by n.tx, n.pos`,
    values: [projection, tx, pos, limit, types],
  });
  const [first] = rows;
  if (first === undefined) return { events: [], place: { tx, pos }, isMore: false };
  const found = rows.filter((row) => row.tx !== null);
  const last = found.at(-1);
  const isMore = first.count === limit;
  return {
    events: found
      .filter(({ type }) => types.includes(type))
      .map((row) => ({ tx: row.tx, pos: row.pos, runId: row.stream_id, workspaceId: row.workspace_id })),
    place: isMore && last !== undefined ? { tx: last.tx, pos: last.pos } : { tx: first.passed_tx, pos: first.passed_pos },
    isMore,
  };
}
