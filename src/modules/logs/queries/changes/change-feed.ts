import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { feedStart, type FeedPosition } from '#ledger/projections/event-feed.js';
import {
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionStarted,
} from '#engine/execution.events.js';
import { executionLog } from '../../projections/execution-log.projection.js';

/** A change of the entry of a run, at its place in the order of all events. */
export interface RunChange extends FeedPosition {
  readonly runId: string;
  readonly workspaceId: string;
}

export interface ChangesRead {
  readonly changes: readonly RunChange[];
  /** How far the reading has come. */
  readonly place: FeedPosition;
  /** Whether the log has more events after it. */
  readonly isMore: boolean;
}

type Row = { readonly logged_tx: string; readonly logged_pos: string; readonly passed: number } & (
  | { readonly tx: string; readonly pos: string; readonly stream_id: string; readonly workspace_id: string; readonly type: string }
  | { readonly tx: null }
);

const types: readonly string[] = [
  ExecutionStarted,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionCancelled,
].map(({ type }) => type);

const logged = '(select tx, pos from projection_checkpoint where name = $1 order by version desc limit 1)';

/** Reads which entries of the log have changed: of all workspaces, and as far as the log has followed the events. */
@Injectable()
export class ChangeFeed {
  constructor(private readonly pool: Pool) {}

  /** The place up to which the log has followed. */
  async head(): Promise<FeedPosition> {
    const { rows } = await this.pool.query<FeedPosition>({ name: 'log_changes_head', text: logged, values: [executionLog.name] });
    return rows[0] ?? feedStart;
  }

  /** The changes among the next `limit` events. */
  async read({ tx, pos }: FeedPosition, limit: number): Promise<ChangesRead> {
    const { rows } = await this.pool.query<Row>({
      name: 'log_changes',
      text: `with logged as materialized ${logged},
             next as materialized (select tx, pos, stream_id, workspace_id, type from run_event
               where (tx, pos) > ($2::xid8, $3::bigint) and (tx, pos) <= (select tx, pos from logged) order by tx, pos limit $4)
             select l.tx as logged_tx, l.pos as logged_pos, (select count(*)::int from next) as passed, n.*
             from logged l left join next n on n.type = any($5) or (n.tx, n.pos) = (select tx, pos from next order by tx desc, pos desc limit 1)
             order by n.tx, n.pos`,
      values: [executionLog.name, tx, pos, limit, types],
    });
    const [first] = rows;
    if (first === undefined) return { changes: [], place: { tx, pos }, isMore: false };
    const found = rows.filter((row) => row.tx !== null);
    const last = found.at(-1);
    const isMore = first.passed === limit;
    return {
      changes: found
        .filter(({ type }) => types.includes(type))
        .map((row) => ({ tx: row.tx, pos: row.pos, runId: row.stream_id, workspaceId: row.workspace_id })),
      place: isMore && last !== undefined ? { tx: last.tx, pos: last.pos } : { tx: first.logged_tx, pos: first.logged_pos },
      isMore,
    };
  }
}
