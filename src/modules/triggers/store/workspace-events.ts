import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { deleteInSteps } from '#ledger/chores/delete-in-steps.js';
import { writesStatement } from '#ledger/projections/apply-events.js';
import type { FeedPosition } from '#ledger/projections/event-feed.js';
import type { QuietSign } from '#ledger/signals/quiet-signs.js';
import type { Write } from '#ledger/rows/read-model.js';
import { select } from '#ledger/rows/select.js';
import { Clock } from '#kernel/clock.js';
import type { PastRuns, WorkspaceEventConfig } from '../domain/event-rules.js';
import { workspaceEvent } from '../kinds/workspace-event-kind.js';
import { triggerModel } from '../projections/trigger.entity.js';
import type { RegisteredTrigger } from './triggers.js';
import { eventRuleTable, workspaceEventTable, type EventRuleRow, type WorkspaceEventRow } from './workspace-event.entity.js';

const hourMs = 3_600_000;
/** Longer than any window. */
const keptRunsMs = 8 * 24 * hourMs;

/** Whether events of workspaces wait for their delivery. */
export const workspaceEventSign: QuietSign = { isWaiting: 'exists (select from workspace_event)' };

/** What the reader of events of workspaces stores. */
@Injectable()
export class WorkspaceEvents {
  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Up to where events have been read, and up to where none can appear any more. */
  async standing(): Promise<{ readonly place: FeedPosition; readonly horizon: FeedPosition }> {
    const { rows } = await this.pool.query<FeedPosition & { horizon: string }>({
      name: 'workspace_event_place',
      text: 'select tx, pos::text as pos, event_horizon()::text as horizon from workspace_event_place',
    });
    const [row] = rows;
    if (row === undefined) throw new Error('The reader of workspace events has lost its place');
    return { place: { tx: row.tx, pos: row.pos }, horizon: { tx: row.horizon, pos: '0' } };
  }

  /** The triggers that wait for events of workspaces. */
  watchers(): Promise<readonly RegisteredTrigger[]> {
    return select(this.pool, triggerModel, { where: { kind: workspaceEvent, status: { in: ['active', 'paused', 'disabled'] } } });
  }

  /** Writes rows and moves the place in one statement. @throws Error if another process has moved the place */
  async pass(from: FeedPosition, to: FeedPosition, writes: readonly Write[]): Promise<void> {
    const { text, values } = writesStatement([
      {
        writes,
        guard: (bind) =>
          `update workspace_event_place set tx = ${bind(to.tx)}, pos = ${bind(to.pos)}::bigint
           where tx = ${bind(from.tx)} and pos = ${bind(from.pos)}::bigint returning 1`,
      },
    ]);
    const { rows } = await this.pool.query(text, [...values]);
    if (rows.length === 0) throw new Error('Another process has moved the place of workspace events');
  }

  /** Writes rows that no event of the log caused. */
  async write(writes: readonly Write[]): Promise<void> {
    const { text, values } = writesStatement([{ writes }]);
    await this.pool.query(text, [...values]);
  }

  /** The runs of a workflow that a rule counts, before a time in ISO 8601. */
  async past(
    { id, config }: RegisteredTrigger,
    { workflowId, before }: { readonly workflowId: string; readonly before: string },
  ): Promise<PastRuns> {
    const { windowHours, consecutiveFailures } = config as unknown as WorkspaceEventConfig;
    const { rows } = await this.pool.query<PastRuns & { last: readonly boolean[] }>({
      name: 'past_runs_of_rule',
      text: `select count(*)::int as runs, count(*) filter (where failed)::int as failures, avg(duration_ms)::float8 as "averageMs",
               (select coalesce(array_agg(failed order by ended_at desc, run_id desc), '{}') from (
                  select failed, ended_at, run_id from event_rule_run where trigger_id = $1 and workflow_id = $2
                  order by ended_at desc, run_id desc limit $4) l) as last
             from event_rule_run where trigger_id = $1 and workflow_id = $2 and ended_at >= $3`,
      values: [id, workflowId, new Date(Date.parse(before) - windowHours * hourMs), consecutiveFailures],
    });
    const [row] = rows;
    if (row === undefined) throw new Error('An aggregate has a row');
    const firstSuccess = row.last.indexOf(false);
    return { ...row, failuresInARow: firstSuccess === -1 ? row.last.length : firstSuccess };
  }

  rules(triggerId: string): Promise<readonly EventRuleRow[]> {
    return select(this.pool, eventRuleTable, { where: { triggerId } });
  }

  /** Events that wait for their delivery, in their order: those after the one with this id, or the oldest ones. */
  waiting(after: string | undefined, limit: number): Promise<readonly WorkspaceEventRow[]> {
    return select(this.pool, workspaceEventTable, { after: after === undefined ? undefined : { id: after }, order: { id: 'asc' }, limit });
  }

  /** Deletes an event whose delivery is durable already. */
  async forget(id: string): Promise<void> {
    await this.pool.query({ name: 'forget_workspace_event', text: 'delete from workspace_event where id = $1', values: [id] });
  }

  /** Deletes what no rule counts any more. */
  async tidy(): Promise<void> {
    await deleteInSteps(this.pool, 'event_rule_run', 'ended_at < $1', [new Date(this.clock.now().getTime() - keptRunsMs)]);
    const retired = `trigger_id in (select id from trigger where kind = $1 and status = 'retired')`;
    for (const table of ['event_rule', 'event_rule_run']) await deleteInSteps(this.pool, table, retired, [workspaceEvent]);
  }
}
