import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { feedStart, lagQuery, readFeed, type FeedPosition, type FeedRow, type Lag } from '#ledger/projections/event-feed.js';
import { ExecutionCancelled, ExecutionCompleted, ExecutionFailed } from '#engine/execution.events.js';
import { versionName } from '#modules/workflows/index.js';
import { executionLog } from '../projections/execution-log.projection.js';
import { LogRows } from './pages/log-rows.js';
import { byIdsStatement } from './pages/log-statement.js';
import { logView, type LogRow, type LogView } from './log-view.js';

const most = 500;
const ends: readonly string[] = [ExecutionCompleted.type, ExecutionFailed.type, ExecutionCancelled.type];

interface LogFeedPart {
  readonly entries: readonly { readonly position: string; readonly text: string }[];
  readonly place: string;
  readonly isMore: boolean;
}

/** The entries of ended runs, in the order of their ends. Such an entry no longer changes. */
@Injectable()
export class LogFeed {
  constructor(
    private readonly pool: Pool,
    private readonly rows: LogRows,
  ) {}

  /** Undefined also while the log is behind. */
  async after(place: string | null): Promise<LogFeedPart | undefined> {
    const events = await readFeed(this.pool, { after: positionOf(place), types: ends, limit: most, horizon: 'settled' });
    const last = events.at(-1);
    if (last === undefined) return undefined;
    const ended = events.filter(({ type }) => ends.includes(type));
    if (ended.length > 0 && !(await this.rows.catchUp())) return undefined;
    return { entries: await this.#entries(ended), place: placeOf(last), isMore: last.passed === most };
  }

  async waiting(place: string | null): Promise<{ readonly entries: number; readonly ms: number }> {
    const { tx, pos } = positionOf(place);
    const { rows } = await this.pool.query<Lag>({
      name: 'log_feed_waiting',
      text: lagQuery('$1::xid8', '$2::bigint', 'type = any($3)'),
      values: [tx, pos, ends],
    });
    const { events: entries = 0, ms = 0 } = rows[0] ?? {};
    return { entries, ms };
  }

  /** A run beyond its retention time has no entry. The entry of a run that the projection could not apply comes from its last event. */
  async #entries(ended: readonly FeedRow[]): Promise<LogFeedPart['entries']> {
    if (ended.length === 0) return [];
    const ids = ended.map(({ stream_id }) => stream_id);
    const rows = await this.rows.query<LogRow>(byIdsStatement(ids));
    const byId = new Map(rows.map((row) => [row.id, logView(row)]));
    const undigested = await this.#undigested(ids);
    return ended.flatMap((event) => {
      const view = byId.get(event.stream_id);
      const isUndigested = undigested.has(event.stream_id);
      if (view === undefined && !isUndigested) return [];
      const log = view === undefined || isUndigested ? endOf(event) : exported(view);
      return [{ position: placeOf(event), text: JSON.stringify({ log }) }];
    });
  }

  async #undigested(streamIds: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ stream_id: string }>({
      name: 'log_feed_undigested',
      text: 'select stream_id from dead_letter where projection = $1 and stream_id = any($2::uuid[])',
      values: [executionLog.name, streamIds],
    });
    return new Set(rows.map(({ stream_id }) => stream_id));
  }
}

/** The facts in the last event of a run. */
function endOf({ stream_id: id, workspace_id: workspaceId, type, data, at }: FeedRow): object {
  const { endedAt = at, durationMs = null, error = null } = data;
  return { id, workspaceId, status: type.replace('execution.', ''), endedAt, totalDurationMs: durationMs, error, isPartial: true };
}

/** Named like the members of the answers. */
function exported(view: LogView): object {
  const { id, workspaceId, workflowId, executionId, deploymentVersion, level, trigger, triggerSource, status } = view;
  const { startedAt, endedAt, durationMs: totalDurationMs, cost, modelsUsed, error } = view;
  const deploymentVersionId = `${workflowId}:${versionName(deploymentVersion)}`;
  const run = { id, workspaceId, workflowId, executionId, deploymentVersionId, level, trigger, triggerSource, status };
  return { ...run, startedAt, endedAt, totalDurationMs, cost, modelsUsed, error };
}

function placeOf({ tx, pos }: FeedPosition): string {
  return `${tx}.${pos}`;
}

function positionOf(place: string | null): FeedPosition {
  const [tx = feedStart.tx, pos = feedStart.pos] = place?.split('.') ?? [];
  return { tx, pos };
}
