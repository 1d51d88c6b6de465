import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import {
  cursorOf,
  deliveriesOf,
  deploySchedule,
  inputOf,
  makeDue,
  occurrencesOf,
  schedule,
  settled,
} from '../../support/triggers/schedules.js';
import { fieldBlock, triggered, webhook } from '../../support/triggers/trigger-documents.js';
import { aState, anEdge } from '../../support/workflow-documents.js';
import { eventually } from '../../support/eventually.js';
import { createWorkflow, memberKey } from '../../support/workflow-api.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const daily = () => deploySchedule(server, triggered(schedule({ scheduleType: 'daily', dailyTime: '09:00', timezone: 'Europe/Berlin' })));
const unknown = '01a2086c-c357-7265-bf3d-e60a07e6e079';

async function webhookTrigger(): Promise<string> {
  const workflowId = await createWorkflow(server, { state: triggered(webhook('hook')) });
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  const { rows } = await server.database.pool.query<{ id: string }>('select id from trigger where workflow_id = $1', [workflowId]);
  return rows[0]?.id ?? '';
}

describe('GET /api/schedules', () => {
  it('returns the schedule of a workflow, of its block, and null for a workflow without one', async () => {
    const { id, workflowId } = await daily();
    const { body } = await owner().get(`/api/schedules?workflowId=${workflowId}`).expect(200);
    expect(body).toEqual({
      schedule: {
        id,
        workflowId,
        blockId: 'tick',
        triggerType: 'schedule',
        status: 'active',
        cronExpression: '0 9 * * *',
        timezone: 'Europe/Berlin',
        nextRunAt: expect.any(String),
        lastQueuedAt: null,
        lastRanAt: null,
        lastFailedAt: null,
        failedCount: 0,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
      isDisabled: false,
      hasFailures: false,
      canBeReactivated: false,
    });
    expect((await owner().get(`/api/schedules?workflowId=${workflowId}&blockId=tick`).expect(200)).body.schedule.id).toBe(id);
    expect((await owner().get(`/api/schedules?workflowId=${workflowId}&blockId=tock`).expect(200)).body.schedule).toBeNull();
    expect((await owner().get(`/api/schedules/${id}`).expect(200)).body.schedule).toEqual(body.schedule);
    const { body: all } = await owner().get(`/api/schedules?workspaceId=${server.first.workspaceId}`).expect(200);
    expect(all.schedules).toContainEqual(body.schedule);
  });

  it('counts the runs that failed since the last success, also once their jobs are deleted', async () => {
    const state = triggered(schedule({ overlapPolicy: 'allow' }));
    const blocks = state['blocks'] as Record<string, unknown>;
    blocks['after-tick'] = fieldBlock('after-tick', 'function', {
      code: 'if (<tick.occurrence> > 1) throw new Error("No"); return 1',
      language: 'javascript',
    });
    const { id, workflowId } = await deploySchedule(server, state);
    for (const count of [1, 2, 3]) {
      await makeDue(server, id);
      await deliveriesOf(server, id, count);
      await settled(server, workflowId);
    }
    await eventually(async () => {
      const { body } = await owner().get(`/api/schedules?workflowId=${workflowId}`).expect(200);
      expect(body).toMatchObject({
        hasFailures: true,
        schedule: { failedCount: 2, lastFailedAt: expect.any(String), lastRanAt: expect.any(String) },
      });
    });
    // As the retention of jobs does.
    await server.database.pool.query('delete from job where id in (select job_id from delivery where trigger_id = $1)', [id]);
    await eventually(async () => {
      const { body } = await owner().get(`/api/schedules?workflowId=${workflowId}`).expect(200);
      expect(body).toMatchObject({
        hasFailures: true,
        schedule: {
          failedCount: 2,
          lastFailedAt: expect.any(String),
          lastRanAt: expect.any(String),
          lastQueuedAt: expect.any(String),
        },
      });
    });
  });

  it('looks for a workflow in the workspace that is named beside it', async () => {
    const { id, workflowId } = await daily();
    const ask = (query: Record<string, string>) =>
      owner()
        .get('/api/schedules')
        .query({ workflowId, ...query });
    expect((await ask({ workspaceId: server.first.workspaceId }).expect(200)).body.schedule.id).toBe(id);
    await ask({ workspaceId: unknown }).expect(403);
    const other = (await owner().post('/api/v1/workspaces').send({ name: 'Other' }).expect(200)).body.data.id as string;
    const { body } = await ask({ workspaceId: other }).expect(404);
    expect(body).toEqual((await ask({ workflowId: unknown }).expect(404)).body);
  });

  it('refuses a block without its workflow', async () => {
    const asked = owner().get('/api/schedules').query({ workspaceId: server.first.workspaceId, blockId: 'tick' });
    expect((await asked.expect(400)).body.details).toMatchObject([{ path: ['blockId'], message: expect.stringContaining('workflowId') }]);
  });

  it('needs a workflow or a workspace, and shows nothing of others', async () => {
    const { body } = await owner().get('/api/schedules').expect(400);
    expect(body.details).toMatchObject([{ path: ['workflowId'], code: 'required' }]);
    await owner().get(`/api/schedules?workflowId=${unknown}`).expect(404);
    await owner().get(`/api/schedules/${unknown}`).expect(404);
    await owner()
      .get(`/api/schedules/${await webhookTrigger()}`)
      .expect(404);
  });
});

describe('PUT /api/schedules/{id}', () => {
  it('stops a schedule and lets it continue with its next time', async () => {
    const { id, workflowId } = await daily();
    const { body: stopped } = await owner().put(`/api/schedules/${id}`).send({ action: 'disable' }).expect(200);
    expect(stopped).toEqual({ message: 'Schedule disabled', nextRunAt: null });
    expect(await cursorOf(server, id)).toMatchObject({ dueAt: null });
    const { body } = await owner().get(`/api/schedules?workflowId=${workflowId}`).expect(200);
    expect(body).toMatchObject({ isDisabled: true, canBeReactivated: true, schedule: { status: 'disabled', nextRunAt: null } });
    const { body: reactivated } = await owner().put(`/api/schedules/${id}`).send({ action: 'reactivate' }).expect(200);
    expect(reactivated).toEqual({ message: 'Schedule reactivated', nextRunAt: expect.stringMatching(/T0[78]:00:00/) });
    await settled(server, workflowId);
    const { body: again } = await owner().get(`/api/schedules/${id}`).expect(200);
    expect(again.schedule).toMatchObject({ status: 'active', nextRunAt: reactivated.nextRunAt });
  });

  it('names the actions that there are, and needs write access', async () => {
    const { id } = await daily();
    const { body } = await owner().put(`/api/schedules/${id}`).send({ action: 'stop' }).expect(400);
    expect(body.details).toMatchObject([{ path: ['action'] }]);
    await server
      .as(await memberKey(server, 'read'))
      .put(`/api/schedules/${id}`)
      .send({ action: 'disable' })
      .expect(403);
  });
});

describe('POST /api/v1/triggers/{id}/fire', () => {
  it('starts a run now, which counts; the times stay as they are', async () => {
    const { id } = await daily();
    const before = await cursorOf(server, id);
    const { body } = await owner().post(`/api/v1/triggers/${id}/fire`).expect(200);
    expect(body.data).toEqual({
      outcome: 'accepted',
      deliveryId: expect.any(String),
      executionId: expect.any(String),
      jobId: expect.any(String),
      reason: null,
    });
    expect(await inputOf(server, body.data.executionId)).toMatchObject({ occurrence: 1, missed: 0, late: 0, timezone: 'Europe/Berlin' });
    expect(await cursorOf(server, id)).toEqual({ ...before, fired: 1 });
  });

  it('is in the audit log with its user and its run', async () => {
    const { id } = await daily();
    const { body } = await owner().post(`/api/v1/triggers/${id}/fire`).expect(200);
    await eventually(async () => {
      const query = { workspaceId: server.first.workspaceId, resourceId: id, action: 'schedule.triggered_now' };
      const { body: log } = await owner().get('/api/v1/audit-logs').query(query).expect(200);
      expect(log.data).toMatchObject([{ actorId: server.first.userId, metadata: { executionId: body.data.executionId } }]);
    });
    expect((await owner().get(`/api/v1/triggers/${id}`).expect(200)).body.data).toMatchObject({ status: 'active' });
  });

  it('starts one run for each of many requests at once, where runs may overlap', async () => {
    const { id } = await deploySchedule(server, triggered(schedule({ overlapPolicy: 'allow' })));
    const answers = await Promise.all(Array.from({ length: 10 }, () => owner().post(`/api/v1/triggers/${id}/fire`).expect(200)));
    expect(new Set(answers.map(({ body }) => body.data.executionId)).size).toBe(10);
    expect(await cursorOf(server, id)).toMatchObject({ fired: 10 });
  });

  const napping = (overlapPolicy: string) =>
    aState(
      [schedule({ overlapPolicy }), fieldBlock('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' })],
      [anEdge('tick', 'nap')],
    );
  const fire = async (id: string) => (await owner().post(`/api/v1/triggers/${id}/fire`).expect(200)).body.data;
  const end = (workflowId: string, executionId: string) =>
    owner().post(`/api/workflows/${workflowId}/executions/${executionId}/cancel`).expect(200);

  it('starts none while another run is active, with the policy "skip"', async () => {
    const { id, workflowId } = await deploySchedule(server, napping('skip'));
    const first = await fire(id);
    expect(await fire(id)).toMatchObject({ outcome: 'skipped', reason: 'overlap', executionId: null });
    expect(await cursorOf(server, id)).toMatchObject({ fired: 1 });
    await end(workflowId, first.executionId);
    expect(await fire(id)).toMatchObject({ outcome: 'accepted' });
  });

  it('lets the run wait for the end of the active one, with the policy "queue"', async () => {
    const { id, workflowId } = await deploySchedule(server, napping('queue'));
    const first = await fire(id);
    expect(await fire(id)).toEqual({ outcome: 'waiting', deliveryId: null, executionId: null, jobId: null, reason: null });
    expect(await fire(id)).toMatchObject({ outcome: 'skipped', reason: 'overlap' });
    await end(workflowId, first.executionId);
    await eventually(async () => expect(await cursorOf(server, id)).toMatchObject({ waitingFor: null, fired: 2 }));
  });

  it('cancels the active run, with the policy "cancel"', async () => {
    const { id } = await deploySchedule(server, napping('cancel'));
    const first = await fire(id);
    expect(await fire(id)).toMatchObject({ outcome: 'accepted' });
    await eventually(async () => {
      const ends = "select type from run_event where stream_id = $1 and type = 'execution.cancelled'";
      expect((await server.database.pool.query(ends, [first.executionId])).rows).toHaveLength(1);
    });
  });

  it('is refused when the schedule has had all its runs', async () => {
    const { id } = await deploySchedule(server, triggered(schedule({ maxRuns: '2', overlapPolicy: 'allow' })));
    for (let run = 0; run < 2; run += 1) expect(await fire(id)).toMatchObject({ outcome: 'accepted' });
    const { body } = await owner().post(`/api/v1/triggers/${id}/fire`).expect(409);
    expect(body).toEqual({ error: expect.stringContaining('has had all its 2 runs (maxRuns)'), code: 'CONFLICT' });
    expect(await cursorOf(server, id)).toMatchObject({ fired: 2 });
  });

  it('is refused for a webhook, a stopped schedule, an unknown trigger and a reader', async () => {
    const { id } = await daily();
    await server
      .as(await memberKey(server, 'read'))
      .post(`/api/v1/triggers/${id}/fire`)
      .expect(403);
    await owner().put(`/api/schedules/${id}`).send({ action: 'disable' }).expect(200);
    const { body } = await owner().post(`/api/v1/triggers/${id}/fire`).expect(409);
    expect(body.error.message ?? body.error).toContain('paused');
    await owner()
      .post(`/api/v1/triggers/${await webhookTrigger()}/fire`)
      .expect(409);
    await owner().post(`/api/v1/triggers/${unknown}/fire`).expect(404);
    expect(await occurrencesOf(server, id)).toEqual([]);
  });
});

describe('POST /api/v1/triggers/{id}/backfill', () => {
  const hourAgo = () => new Date(Date.now() - 3_600_000).toISOString();
  const now = () => new Date().toISOString();
  const minutely = () => deploySchedule(server, triggered(schedule({ scheduleType: 'minutes', minutesInterval: '10', catchUp: 'skip' })));

  it('runs each missed time once, also when it is asked for at the same time and again', async () => {
    const { id } = await minutely();
    const range = { from: hourAgo(), to: now() };
    const answers = await Promise.all([1, 2, 3].map(() => owner().post(`/api/v1/triggers/${id}/backfill`).send(range).expect(200)));
    const times = (await occurrencesOf(server, id)).filter(({ outcome }) => outcome === 'accepted').map(({ scheduledFor }) => scheduledFor);
    expect(times).toHaveLength(6);
    expect(new Set(times).size).toBe(6);
    expect(answers.reduce((sum, { body }) => sum + (body.data.started as number), 0)).toBe(6);
    const { body } = await owner().post(`/api/v1/triggers/${id}/backfill`).send(range).expect(200);
    expect(body.data).toEqual({ occurrences: 0, started: 0 });
  });

  it('is in the audit log with its user, its range and its number of runs, and not if there was nothing to run', async () => {
    const { id } = await minutely();
    const range = { from: new Date(Date.now() - 7_200_000).toISOString(), to: hourAgo() };
    await owner().post(`/api/v1/triggers/${id}/backfill`).send(range).expect(200);
    await owner().post(`/api/v1/triggers/${id}/backfill`).send(range).expect(200);
    await owner().post(`/api/v1/triggers/${id}/fire`).expect(200);
    await eventually(async () => {
      const query = { workspaceId: server.first.workspaceId, resourceId: id };
      const { body: log } = await owner().get('/api/v1/audit-logs').query(query).expect(200);
      const actions = (log.data as { action: string }[]).filter(({ action }) => action.startsWith('schedule.'));
      expect(actions).toMatchObject([
        { action: 'schedule.triggered_now' },
        { action: 'schedule.backfilled', actorId: server.first.userId, metadata: { ...range, occurrences: 6 } },
      ]);
    });
    expect((await owner().get(`/api/v1/triggers/${id}`).expect(200)).body.data).toMatchObject({ status: 'active' });
  });

  it('does not run times that the schedule still has to fire', async () => {
    const { id } = await minutely();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await owner().post(`/api/v1/triggers/${id}/backfill`).send({ from: now(), to: tomorrow }).expect(200);
    expect(body.data).toEqual({ occurrences: 0, started: 0 });
  });

  it.each([
    ['more than a thousand times', { from: '2020-01-01', to: '2021-01-01' }, 'to'],
    ['a range that ends before it begins', { from: '2021-01-01', to: '2020-01-01' }, 'to'],
    ['a time that is none', { from: 'yesterday', to: '2020-01-01' }, 'from'],
  ])('refuses %s', async (_, range, field) => {
    const { id } = await minutely();
    const { body } = await owner().post(`/api/v1/triggers/${id}/backfill`).send(range).expect(400);
    expect(body.details).toMatchObject([{ path: [field] }]);
    expect(await occurrencesOf(server, id)).toEqual([]);
  });
});
