import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { writesStatement } from '#ledger/projections/apply-events.js';
import { feedStart, readFeed, type FeedPosition, type FeedRow } from '#ledger/projections/event-feed.js';
import { select } from '#ledger/rows/select.js';
import { triggerRunsTable, type TriggerRunsRow } from './trigger-runs.entity.js';

/** The delivery of a run. */
export interface DeliveryOfRun {
  readonly id: string;
  readonly workspaceId: string;
  readonly triggerId: string;
  readonly executionId: string;
}

/** What the follower of runs has counted, and its place in the events. */
@Injectable()
export class TriggerRuns {
  constructor(private readonly pool: Pool) {}

  /** The next events of these types, and the place from which they were read. */
  async next(types: readonly string[], limit: number): Promise<{ readonly from: FeedPosition; readonly events: readonly FeedRow[] }> {
    const { rows } = await this.pool.query<FeedPosition>({ name: 'trigger_place', text: 'select tx, pos from trigger_place' });
    const from = rows[0] ?? feedStart;
    return { from, events: await readFeed(this.pool, { after: from, types, limit, horizon: 'settled' }) };
  }

  /** The deliveries that started these runs. Replays of deliveries are not among them. */
  async deliveriesOf(executionIds: readonly string[]): Promise<ReadonlyMap<string, DeliveryOfRun>> {
    if (executionIds.length === 0) return new Map();
    const { rows } = await this.pool.query<DeliveryOfRun>({
      name: 'deliveries_of_runs',
      text: `select id, workspace_id as "workspaceId", trigger_id as "triggerId", execution_id as "executionId" from delivery
             where execution_id = any($1) and outcome in ('accepted', 'poisoned') and replay_of is null`,
      values: [executionIds],
    });
    return new Map(rows.map((row) => [row.executionId, row]));
  }

  async counted(triggerIds: readonly string[]): Promise<ReadonlyMap<string, TriggerRunsRow>> {
    if (triggerIds.length === 0) return new Map();
    const rows = await select(this.pool, triggerRunsTable, { where: { triggerId: { in: triggerIds } } });
    return new Map(rows.map((row) => [row.triggerId, row]));
  }

  /** Stores the counts and moves the place, both or neither. @throws Error if another process has moved it */
  async store(rows: readonly TriggerRunsRow[], from: FeedPosition, to: FeedPosition): Promise<void> {
    const moves = (bind: (value: unknown) => string): string =>
      `insert into trigger_place as p (id, tx, pos) values (1, ${bind(to.tx)}, ${bind(to.pos)}::bigint)
       on conflict (id) do update set tx = excluded.tx, pos = excluded.pos where p.tx = ${bind(from.tx)} and p.pos = ${bind(from.pos)}::bigint
       returning 1`;
    const { text, values } = writesStatement([{ writes: rows.map((row) => triggerRunsTable.put(row)), guard: moves }]);
    const { rowCount } = await this.pool.query(text, [...values]);
    if (rowCount !== 1) throw new Error('Another process follows the runs of triggers');
  }

  /**
   * Active triggers with as many failures in a row as they may have (`limit`, unless they have their own), of those whose last event was taken into account. A schedule that pauses
   * on failure may have one.
   */
  async failing(limit: number): Promise<readonly TriggerRunsRow[]> {
    const { rows } = await this.pool.query<TriggerRunsRow>({
      name: 'failing_triggers',
      text: `select r.trigger_id as "triggerId", r.failures, r.position from trigger_runs r join trigger t on t.id = r.trigger_id
             where r.failures > 0 and t.status = 'active' and t.position = r.position
               and (r.failures >= coalesce(t.failure_limit, $1) or (t.config->>'pauseOnFailure')::boolean)`,
      values: [limit],
    });
    return rows;
  }
}
