import type { Json, JsonObject } from '#kernel/json.js';
import { eventually } from '../eventually.js';
import type { TestApp } from '../test-app.js';
import { createWorkflow } from '../workflow-api.js';
import { fieldBlock, triggered } from './trigger-documents.js';

/** A delivery of a schedule, oldest first. */
export interface Occurrence {
  readonly outcome: string;
  readonly reason: string | null;
  readonly scheduledFor: string;
  readonly executionId: string | null;
}

export interface Cursor {
  readonly scheduledFor: string | null;
  readonly lastScheduledFor: string | null;
  readonly waitingFor: string | null;
  readonly dueAt: string | null;
  readonly fired: number;
}

/** A schedule that fires far in the future unless a test makes it due. */
export const yearly = { scheduleType: 'custom', cronExpression: '0 0 1 1 *' } as const;

export const schedule = (fields: JsonObject = {}): JsonObject => fieldBlock('tick', 'schedule', { ...yearly, ...fields });

/** Deploys a workflow with this trigger and waits until its next occurrence is known. @returns the ids of workflow and trigger */
export async function deploySchedule(
  server: TestApp,
  state: JsonObject = triggered(schedule()),
): Promise<{ workflowId: string; id: string }> {
  const workflowId = await createWorkflow(server, { state });
  await server.as(server.first.apiKey).post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  return { workflowId, id: await settled(server, workflowId) };
}

/** Waits until the next occurrence of the schedule is known. */
export async function settled(server: TestApp, workflowId: string): Promise<string> {
  return eventually(async () => {
    const { rows } = await server.database.pool.query<{ id: string }>(
      `select c.id from schedule_cursor c join trigger t using (id) where t.workflow_id = $1 and c.claimed_until is null
         and (c.due_at is null or c.due_at > now())`,
      [workflowId],
    );
    const [row] = rows;
    if (row === undefined) throw new Error('The next occurrence is not known yet');
    return row.id;
  });
}

/** Sets the next occurrence to that many seconds before now; from a minute on, to a full minute. @returns it */
export async function makeDue(server: TestApp, id: string, secondsAgo = 0): Promise<string> {
  const { rows } = await server.database.pool.query<{ at: Date }>(
    `update schedule_cursor c set scheduled_for = t.at, due_at = t.at
     from (select date_trunc($3, now()) - $2 * interval '1 second' as at) t where id = $1 returning scheduled_for as at`,
    [id, secondsAgo, secondsAgo < 60 ? 'milliseconds' : 'minute'],
  );
  await server.database.pool.query(`select pg_notify('sluice', 'schedules')`);
  return rows[0]?.at.toISOString() ?? '';
}

export async function cursorOf({ database }: Pick<TestApp, 'database'>, id: string): Promise<Cursor | undefined> {
  const { rows } = await database.pool.query<Cursor>(
    `select to_json(scheduled_for at time zone 'utc') as "scheduledFor", to_json(last_scheduled_for at time zone 'utc') as "lastScheduledFor",
       to_json(waiting_for at time zone 'utc') as "waitingFor", to_json(due_at at time zone 'utc') as "dueAt", fired from schedule_cursor where id = $1`,
    [id],
  );
  return rows[0];
}

export async function occurrencesOf({ database }: Pick<TestApp, 'database'>, id: string): Promise<readonly Occurrence[]> {
  const { rows } = await database.pool.query<Omit<Occurrence, 'scheduledFor'> & { scheduledFor: Date }>(
    `select outcome, reason, scheduled_for as "scheduledFor", execution_id as "executionId" from delivery where trigger_id = $1
     order by scheduled_for, id`,
    [id],
  );
  return rows.map((row) => ({ ...row, scheduledFor: row.scheduledFor.toISOString() }));
}

/** Waits until the schedule has that many deliveries. */
export async function deliveriesOf(server: Pick<TestApp, 'database'>, id: string, count: number): Promise<readonly Occurrence[]> {
  return eventually(async () => {
    const found = await occurrencesOf(server, id);
    if (found.length < count) throw new Error(`${found.length} deliveries`);
    return found;
  });
}

/** What the run has received as its input. */
export async function inputOf({ database }: Pick<TestApp, 'database'>, executionId: string | null): Promise<Json> {
  const { rows } = await database.pool.query<{ input: Json }>(
    `select data->'payload'->'input' as input from run_event e join job j on j.id = e.stream_id where j.execution_id = $1 and type = 'job.queued'`,
    [executionId],
  );
  return rows[0]?.input ?? null;
}
