import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { askBlock } from '../../support/resume-api.js';
import { blockWith, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let beside: TestApp;
let outside: SilentServer;

const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
const whole = 'The run was cancelled because its workspace was deleted';

beforeAll(async () => {
  server = await startTestApp({ inProcess: true, env });
  beside = await startTestApp({ env, beside: server });
  outside = await startSilentServer();
}, 60_000);
afterAll(async () => {
  await outside.close();
  await beside.close();
  await server.close();
});

const owner = (at: TestApp = server) => at.as(server.first.apiKey);

async function newWorkspace(): Promise<string> {
  return (await owner().post('/api/v1/workspaces').send({ name: 'Short-lived' }).expect(200)).body.data.id as string;
}

async function deployIn(workspaceId: string, state: JsonObject): Promise<string> {
  const { body } = await owner()
    .post('/api/v1/workflows')
    .send({ workspaceId, name: `Work ${Math.random()}` })
    .expect(200);
  const { id } = body.data;
  await owner().put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
  await owner().post(`/api/v1/workflows/${id}/deploy`).expect(200);
  return id as string;
}

const start = (id: string, body: object = {}, at: TestApp = server) => owner(at).post(`/api/workflows/${id}/execute`).send(body);
const remove = (workspaceId: string) => owner().delete(`/api/v1/workspaces/${workspaceId}`).expect(200);

/** The last event of a stream, which no route shows any more. */
async function last(streamId: string): Promise<unknown> {
  const { rows } = await (server.app.get(Pool) as Pool).query<{ type: string; data: JsonObject }>(
    'select type, data from run_event where stream_id = $1 order by version desc limit 1',
    [streamId],
  );
  return rows[0];
}

const isOrphaned = (streamId: string, type: string) =>
  eventually(async () => expect(await last(streamId)).toMatchObject({ type, data: { reason: 'workspace-deleted' } }), 20_000);

const noWorkLeft = (workspaceId: string) =>
  eventually(async () => {
    for (const table of ['work_item', 'timer']) {
      expect((await server.database.pool.query(`select 1 from ${table} where workspace_id = $1`, [workspaceId])).rowCount).toBe(0);
    }
  });

const call = (url: string) => blockWith('call', 'api', { url, method: 'POST', body: '{}', timeout: '120000' });

describe('a workspace that is deleted', () => {
  it('ends its queued jobs as cancelled, and none of their runs begins', async () => {
    const workspaceId = await newWorkspace();
    // Both processes have their hands full as long as these go on.
    const busy = await deployIn(workspaceId, inARow(call(outside.url)));
    const jobs: { jobId: string; executionId: string }[] = [];
    // A few at a time: more at once may be refused for the moment.
    for (let batch = 0; batch < 30; batch += 1) {
      const started = await Promise.all(Array.from({ length: 5 }, () => start(busy, { async: true }).expect(202)));
      jobs.push(...started.map(({ body }) => body as { jobId: string; executionId: string }));
    }
    await eventually(() => expect(outside.waiting).toBeGreaterThan(0));
    await remove(workspaceId);
    await noWorkLeft(workspaceId);
    expect(outside.waiting).toBe(0);
    const ends = await Promise.all(jobs.map(async ({ jobId, executionId }) => ({ job: await last(jobId), run: await last(executionId) })));
    for (const { job } of ends) expect(job).toMatchObject({ type: 'job.cancelled' });
    const neverBegun = ends.filter(({ run }) => run === undefined);
    expect(neverBegun.length).toBeGreaterThan(0);
    for (const { job } of neverBegun) expect(job).toMatchObject({ data: { reason: 'workspace-deleted' } });
  });

  it('ends a run that waits for weeks at once', async () => {
    const workspaceId = await newWorkspace();
    const nap = blockWith('nap', 'wait', { timeValue: '30', async: true, timeUnitLong: 'days' });
    const { body } = await start(await deployIn(workspaceId, inARow(nap, call(outside.url)))).expect(200);
    expect(body.status).toBe('paused');
    await remove(workspaceId);
    await isOrphaned(body.executionId, 'execution.cancelled');
    await noWorkLeft(workspaceId);
    expect(outside.waiting).toBe(0);
  });

  it('ends the run of a job that waits, and its job', async () => {
    const workspaceId = await newWorkspace();
    const nap = blockWith('nap', 'wait', { timeValue: '30', async: true, timeUnitLong: 'days' });
    const { body } = await start(await deployIn(workspaceId, inARow(nap)), { async: true }).expect(202);
    await eventually(async () => expect(await last(body.executionId)).toMatchObject({ type: 'execution.paused' }), 20_000);
    await remove(workspaceId);
    await isOrphaned(body.executionId, 'execution.cancelled');
    await eventually(async () => expect(await last(body.jobId)).toMatchObject({ type: 'job.cancelled' }));
  });

  it('ends a run that waits for an answer which can no longer be given', async () => {
    const workspaceId = await newWorkspace();
    const { body } = await start(await deployIn(workspaceId, inARow(askBlock('ask')))).expect(200);
    expect(body.status).toBe('paused');
    await remove(workspaceId);
    await isOrphaned(body.executionId, 'execution.cancelled');
    await noWorkLeft(workspaceId);
  });

  it.each(['this process', 'another process'])('ends a run that is under way in %s', async (where) => {
    const workspaceId = await newWorkspace();
    const id = await deployIn(workspaceId, inARow(call(outside.url)));
    const answer = start(id, {}, where === 'this process' ? server : beside).then((given) => given);
    await eventually(() => expect(outside.waiting).toBe(1));
    await remove(workspaceId);
    const { status, body } = await answer;
    expect(status).toBe(499);
    expect(body).toMatchObject({ code: 'EXECUTION_CANCELLED', error: whole });
    await eventually(() => expect(outside.waiting).toBe(0));
  });

  it('lets runs of other workspaces go on', async () => {
    const [workspaceId, other] = [await newWorkspace(), await newWorkspace()];
    const id = await deployIn(other, inARow(functionBlock('long', 'for (let i = 0; i < 3e8; i++); return 1')));
    const answer = start(id).then((given) => given);
    await remove(workspaceId);
    expect((await answer).status).toBe(200);
  });
});
