import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { BulkStep } from '#modules/logs/jobs/bulk-step.js';
import type { StoredBulkJob } from '#modules/logs/store/bulk-jobs.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { askOnce, pausedRun } from '../../support/resume-api.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let failing: string;

beforeAll(async () => {
  // One test stops the worker.
  server = await startTestApp({ inProcess: true });
  failing = await deployState(server, inARow(functionBlock('pay', 'throw new Error("No money")')));
}, 60_000);
afterAll(() => server.close());

interface Job {
  readonly id: string;
  readonly status: string;
}

const owner = () => server.as(server.first.apiKey);
const send = (body: JsonObject, path = '') =>
  owner()
    .post(`/api/v1/logs/bulk${path}`)
    .send({ workspaceId: server.first.workspaceId, ...body });
const find = async (id: string) => (await owner().get(`/api/v1/logs/bulk/${id}`).expect(200)).body.data as Job;

/** Requests a job and waits for its end. */
async function carriedOut(body: JsonObject): Promise<Job> {
  const { id } = (await send(body).expect(202)).body.data as Job;
  return eventually(async () => {
    const job = await find(id);
    expect(job.status).not.toBe('running');
    return job;
  }, 30_000);
}

async function failedRuns(workflowId: string, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let run = 0; run < count; run += 1) {
    const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ run }).expect(500);
    ids.push(body.executionId as string);
  }
  return ids;
}

/** For each run, how many runs repeat it. */
async function replaysOf(ids: readonly string[]): Promise<readonly number[]> {
  const { rows } = await server.database.pool.query<{ id: string }>(
    `select coalesce(data->'origin'->>'executionId', data->'payload'->'origin'->>'executionId') as id from run_event where type = 'execution.started'`,
  );
  return ids.map((id) => rows.filter((row) => row.id === id).length);
}

const statusOf = async (workflowId: string, id: string): Promise<string> =>
  (await owner().get(`/api/workflows/${workflowId}/executions/${id}`).expect(200)).body.status;

describe('a bulk job', () => {
  it('replays the runs that match a filter once each, after it has counted them', async () => {
    const ids = await failedRuns(failing, 12);
    const wanted = { action: 'replay', workflowIds: [failing], status: ['failed', 'running'] };
    await eventually(async () => expect((await send(wanted, '/count').expect(200)).body).toEqual({ data: { found: 12 } }));
    expect(await replaysOf(ids)).toEqual(ids.map(() => 0));

    const { body } = await send(wanted).expect(202);
    const workspaceId = server.first.workspaceId;
    const counts = { found: 12, done: 0, succeeded: 0, refused: 0, refusals: [] };
    expect(body.data).toMatchObject({ workspaceId, action: 'replay', mode: 'recorded', status: 'running', ...counts, endedAt: null });
    await eventually(async () => {
      const done = { found: 12, done: 12, succeeded: 12, refused: 0, refusals: [], endedAt: expect.any(String) };
      expect(await find(body.data.id)).toMatchObject({ status: 'completed', ...done });
    }, 30_000);
    await eventually(async () => expect(await replaysOf(ids)).toEqual(ids.map(() => 1)), 30_000);
  });

  it('cancels the runs that are named, and says why it leaves others as they are', async () => {
    const asking = await askOnce(server);
    const [one, two, untouched] = [await pausedRun(server, asking), await pausedRun(server, asking), await pausedRun(server, asking)];
    const [ended = ''] = await failedRuns(failing, 1);
    const wanted = { action: 'cancel', executionIds: [one, two, ended, 'unknown', one] };
    expect((await send(wanted, '/count').expect(200)).body).toEqual({ data: { found: 3 } });
    const job = await carriedOut(wanted);
    expect(job).toMatchObject({
      status: 'completed',
      mode: null,
      found: 4,
      succeeded: 2,
      refused: 2,
      refusals: [
        { code: 'CONFLICT', message: 'Execution cannot be cancelled while failed', count: 1 },
        { code: 'NOT_FOUND', message: 'Execution not found', count: 1 },
      ],
    });
    await eventually(async () => expect([await statusOf(asking, one), await statusOf(asking, two)]).toEqual(['cancelled', 'cancelled']));
    expect(await statusOf(asking, untouched)).toBe('paused');
  });

  it('is in the audit log with its user, and each cancellation too', async () => {
    const run = await pausedRun(server, await askOnce(server));
    const { id } = await carriedOut({ action: 'cancel', executionIds: [run] });
    const entries = async (resourceId: string) =>
      (await owner().get('/api/v1/audit-logs').query({ workspaceId: server.first.workspaceId, resourceId }).expect(200)).body.data;
    await eventually(async () => {
      const actorId = server.first.userId;
      expect(await entries(id)).toMatchObject([{ action: 'bulk_job.requested', actorId, metadata: { type: 'cancel', runs: 1 } }]);
      expect(await entries(run)).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'workflow.cancel', actorId })]));
    }, 20_000);
  });

  it.each<[string, JsonObject, readonly string[]]>([
    ['neither names runs nor filters them', { action: 'cancel' }, ['executionIds']],
    ['names runs and filters them', { action: 'cancel', executionIds: ['a'], status: ['running'] }, ['executionIds']],
    ['names no run', { action: 'cancel', executionIds: [] }, ['executionIds']],
    ['names too many runs', { action: 'cancel', executionIds: Array.from({ length: 1001 }, (_, each) => `run-${each}`) }, ['executionIds']],
    ['has a mode for a cancellation', { action: 'cancel', mode: 'live', executionIds: ['a'] }, ['mode']],
    ['has an unknown action', { action: 'delete', executionIds: ['a'] }, ['action']],
    ['has a text for a list', { action: 'cancel', workflowIds: 'a', folderIds: 'b', triggers: 'api', status: 'running' }, ['workflowIds']],
    ['has a list without members', { action: 'replay', workflowIds: [] }, ['workflowIds']],
    ['has an empty filter', { action: 'replay', model: '' }, ['model']],
    ['matches no run', { action: 'replay', status: ['running'], startDate: '2026-01-01' }, []],
  ])('is refused when it %s', async (_, body, path) => {
    const refused = await send(body).expect(400);
    expect(refused.body.details[0].path).toEqual(path);
  });

  it('is refused to strangers and to people who may only read', async () => {
    const stranger = await createUser(server);
    const body = { workspaceId: server.first.workspaceId, action: 'cancel', executionIds: ['a'] };
    await server.as(stranger.key).post('/api/v1/logs/bulk').send(body).expect(403);
    const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
    await owner().post(members).send({ email: stranger.email, permission: 'read' }).expect(200);
    await server.as(stranger.key).post('/api/v1/logs/bulk').send(body).expect(403);
    await server.as(stranger.key).post('/api/v1/logs/bulk/count').send(body).expect(403);
  });
});

describe('a step of a bulk job', () => {
  const row = (changes: Partial<StoredBulkJob>): StoredBulkJob => ({
    id: '0197a5e0-0000-7000-8000-000000000031',
    workspaceId: server.first.workspaceId,
    status: 'running',
    action: { type: 'replay', mode: 'recorded' },
    found: 3,
    done: 0,
    succeeded: 0,
    refused: 0,
    refusals: [],
    waitsFor: null,
    requestedAt: '2031-05-04T09:30:00.000Z',
    endedAt: null,
    position: 1,
    ...changes,
  });
  const step = (job: StoredBulkJob, ids: readonly string[], actorId = server.first.userId) =>
    server.app.get(BulkStep, { strict: false }).carryOut(job, ids, { meta: { actorId }, isTolerant: false });

  it('replays no run twice when it is repeated, as after the death of its process', async () => {
    const ids = await failedRuns(failing, 3);
    const [first, again] = [await step(row({}), ids), await step(row({}), ids)];
    expect(first).toEqual({ done: 3, succeeded: 3, refused: 0, refusals: [], waitsFor: null });
    expect(again).toEqual(first);
    await Promise.all([step(row({}), ids), step(row({}), ids)]);
    await eventually(async () => expect(await replaysOf(ids)).toEqual([1, 1, 1]), 30_000);
  });

  it('does nothing in the name of a user who has lost access', async () => {
    const ids = await failedRuns(failing, 1);
    const { id } = await createUser(server);
    expect(await step(row({ found: 1 }), ids, id)).toMatchObject({ done: 1, succeeded: 0, refusals: [{ code: 'FORBIDDEN', count: 1 }] });
    expect(await replaysOf(ids)).toEqual([0]);
  });
});

describe('a bulk job that no worker has taken', () => {
  it('is the only one of its workspace, and does nothing once it is stopped', async () => {
    await server.database.worker.drain(1);
    const asking = await askOnce(server);
    const run = await pausedRun(server, asking);
    const { id } = (await send({ action: 'cancel', executionIds: [run] }).expect(202)).body.data as Job;
    expect((await send({ action: 'cancel', executionIds: [run] }).expect(409)).body.error).toContain('Another bulk job runs');
    expect((await owner().post(`/api/v1/logs/bulk/${id}/stop`).expect(200)).body.data).toMatchObject({ status: 'stopped', done: 0 });
    expect((await owner().post(`/api/v1/logs/bulk/${id}/stop`).expect(200)).body.data).toMatchObject({ status: 'stopped' });
    const other = await startTestApp({ beside: server });
    try {
      const { rows } = await eventually(async () => {
        const items = await server.database.pool.query('select 1 from work_item where id = $1', [id]);
        expect(items.rows).toEqual([]);
        return items;
      }, 30_000);
      expect(rows).toEqual([]);
      expect(await statusOf(asking, run)).toBe('paused');
    } finally {
      await other.close();
    }
  });
});
