import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { TableClient } from '../../support/table-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { fieldBlock, triggered } from '../../support/triggers/trigger-documents.js';
import { createWorkflow, greeting } from '../../support/workflow-api.js';

const hourMs = 3_600_000;
/** Views, jobs, ends of runs, changes of rows, events of workspaces, the audit log. */
const loops = 6;

let worker: TestApp;
let api: TestApp;
let ms = 0;

/** Loops of quiet processes rest for an hour here: what happens within this test, happens because they were woken. */
const pace = { lookEveryMs: hourMs, longestRestMs: hourMs, now: () => ms };

beforeAll(async () => {
  worker = await startTestApp({ pace });
  api = await startTestApp({ beside: worker, pace, env: { SLUICE_ROLE: 'api' } });
}, 60_000);
afterAll(async () => {
  await api.close();
  await worker.close();
});

const owner = () => api.as(worker.first.apiKey);

async function deployed(name: string, state: JsonObject): Promise<string> {
  const id = await createWorkflow(api, { name, state });
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id;
}

/** An hour passes in which nothing happens: all loops rest. */
async function quietHour(): Promise<void> {
  const { activity } = worker.database;
  // The loops that run follow what was done before.
  await eventually(async () => {
    ms += hourMs;
    expect(activity.isQuiet).toBe(true);
    expect(activity.resting).toBeGreaterThanOrEqual(loops);
  }, 30_000);
}

async function endedRunsOf(workflowId: string): Promise<number> {
  const { body } = await owner().get('/api/v1/logs').query({ workspaceId: worker.first.workspaceId, workflowIds: workflowId }).expect(200);
  return (body.data as { endedAt: string | null }[]).filter(({ endedAt }) => endedAt !== null).length;
}

describe('a server in which nothing has happened for an hour', () => {
  it('runs a job that another process accepts, and lists it in log and audit log', async () => {
    const workflowId = await deployed('Greets', greeting());
    await quietHour();
    await owner().post(`/api/workflows/${workflowId}/execute`).send({ async: true, input: {} }).expect(202);
    await eventually(async () => expect(await endedRunsOf(workflowId)).toBe(1), 30_000);
    await eventually(async () => {
      const { rows } = await worker.database.pool.query(`select from audit_entry where action = 'workflow.execute' and resource_id = $1`, [
        workflowId,
      ]);
      expect(rows).toHaveLength(1);
    }, 30_000);
  });

  it('starts runs for a row that another process inserts, and for the event that this run ends', async () => {
    const table = await TableClient.create(api, [{ name: 'key' }]);
    const onRow = await deployed('Row', triggered(fieldBlock('row', 'table_new_row', { tableSelector: table.id })));
    const onEnd = await deployed(
      'End',
      triggered(fieldBlock('end', 'sim_workspace_event', { eventType: 'execution_success', workflowIds: [onRow] })),
    );
    await quietHour();
    await table.insert({ key: 'a' });
    await eventually(async () => expect(await endedRunsOf(onRow)).toBe(1), 30_000);
    await eventually(async () => expect(await endedRunsOf(onEnd)).toBe(1), 30_000);
  });
});

describe('a worker that gets no notification any more', () => {
  async function quietAndDeaf(): Promise<TestApp> {
    const deaf = await startTestApp({ beside: worker, pace: { lookEveryMs: 50, longestRestMs: hourMs, now: () => ms } });
    deaf.database.signals.stop();
    return deaf;
  }

  const reliesOnItsLook = ({ database }: TestApp): Promise<void> =>
    eventually(async () => {
      ms += hourMs;
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(database.activity.relying).toBeGreaterThan(0);
    }, 30_000);

  it('fires a schedule that is due before its own clock expects it, as after a suspension of the machine', async () => {
    const workflowId = await deployed('Daily', triggered(fieldBlock('daily', 'schedule', { dailyTime: '09:00' })));
    const deaf = await quietAndDeaf();
    try {
      await reliesOnItsLook(deaf);
      await deaf.database.pool.query(
        `update schedule_cursor set due_at = now(), scheduled_for = date_trunc('minute', now()) where claimed_until is null`,
      );
      await eventually(async () => expect(await endedRunsOf(workflowId)).toBe(1), 30_000);
    } finally {
      await deaf.close();
    }
  });

  it('finds the job of another process by its look', async () => {
    const deaf = await quietAndDeaf();
    try {
      await worker.database.worker.drain(0);
      const workflowId = await deployed('Heard of late', greeting());
      await reliesOnItsLook(deaf);
      await owner().post(`/api/workflows/${workflowId}/execute`).send({ async: true, input: {} }).expect(202);
      await eventually(async () => expect(await endedRunsOf(workflowId)).toBe(1), 30_000);
    } finally {
      await deaf.close();
    }
  });
});
