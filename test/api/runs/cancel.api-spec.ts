import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { openStream } from '../../support/event-stream.js';
import { createUser } from '../../support/issue-key.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

let server: TestApp;
let beside: TestApp;
let outside: SilentServer;
/** Waits for an answer from the outside that does not come. */
let calling: string;
let asleep: string;
let quick: string;
let ids = 0;

const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };

beforeAll(async () => {
  server = await startTestApp({ inProcess: true, env });
  beside = await startTestApp({ env, beside: server });
  outside = await startSilentServer();
  const call = blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '120000' });
  calling = await deployState(server, inARow(functionBlock('before', 'return { done: 1 }'), call));
  asleep = await deployState(server, inARow(functionBlock('sleep', 'for (;;) {}', { timeout: '120000' })));
  quick = await deployState(server, inARow(functionBlock('quick', 'return 1')));
});
afterAll(async () => {
  await beside.close();
  await server.close();
  await outside.close();
});

const owner = (at: TestApp = server) => at.as(server.first.apiKey);
const newId = (): string => `cancel-${(ids += 1)}`;
const path = (workflowId: string, id: string): string => `/api/workflows/${workflowId}/executions/${id}`;
const cancel = (workflowId: string, id: string, at: TestApp = server) => owner(at).post(`${path(workflowId, id)}/cancel`);

async function statusOf(workflowId: string, id: string): Promise<string> {
  return (await owner().get(path(workflowId, id)).expect(200)).body.status as string;
}

const isRunning = (workflowId: string, id: string) =>
  eventually(async () => expect(await statusOf(workflowId, id)).toBe('running'), 20_000);

const isCalling = () => eventually(() => expect(outside.waiting).toBe(1));
const hasHungUp = () => eventually(() => expect(outside.waiting).toBe(0));

const noWorkLeft = () => eventually(async () => expect((await server.database.pool.query('select 1 from work_item')).rowCount).toBe(0));

async function endings(): Promise<number[]> {
  const { rows } = await server.database.pool.query<{ n: number }>(
    `select count(*)::int as n from run_event where type in ('execution.completed', 'execution.failed', 'execution.cancelled') group by stream_id`,
  );
  return rows.map(({ n }) => n);
}

const recorded = {
  success: true,
  redisAvailable: true,
  durablyRecorded: true,
  locallyAborted: true,
  pausedCancelled: false,
  reason: 'recorded',
};

describe('cancelling', () => {
  it('a synchronous run answers its caller at once, with what it had come to', async () => {
    const name = newId();
    const answer = owner()
      .post(`/api/workflows/${calling}/execute`)
      .set('X-Execution-Id', name)
      .send({})
      .then((given) => given);
    await isCalling();
    const { body } = await cancel(calling, name).expect(200);
    expect(body).toEqual({ ...recorded, executionId: name });
    const { status, body: told } = await answer;
    await hasHungUp();
    expect(status).toBe(499);
    expect(told).toMatchObject({
      success: false,
      executionId: name,
      code: 'EXECUTION_CANCELLED',
      error: 'The run was cancelled',
      output: { result: { done: 1 } },
      metadata: { duration: expect.any(Number) },
    });
    await noWorkLeft();
  });

  it('a run whose function never ends stops it', async () => {
    const { body } = await owner().post(`/api/workflows/${asleep}/execute`).send({ async: true }).expect(202);
    await isRunning(asleep, body.executionId);
    await cancel(asleep, body.executionId).expect(200);
    const job = await finishedJob(server, body.jobId, ['cancelled']);
    expect(job).toMatchObject({ metadata: { completedAt: expect.any(String) } });
    expect(job).not.toHaveProperty('error');
    const { body: next } = await owner().post(`/api/workflows/${quick}/execute`).send({}).expect(200);
    expect(next.output.result).toBe(1);
  });

  it('a run that waits within its process ends the wait', async () => {
    const waiting = await deployState(server, inARow(blockWith('nap', 'wait', { timeValue: '120', timeUnit: 'seconds' })));
    const { body } = await owner().post(`/api/workflows/${waiting}/execute`).send({ async: true }).expect(202);
    await isRunning(waiting, body.executionId);
    await cancel(waiting, body.executionId).expect(200);
    expect(await statusOf(waiting, body.executionId)).toBe('cancelled');
    await noWorkLeft();
  });

  it('a run that pauses for days ends the pause', async () => {
    const waiting = await deployState(server, inARow(blockWith('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' })));
    const paused = await owner().post(`/api/workflows/${waiting}/execute`).send({}).expect(200);
    expect(paused.body).toMatchObject({ success: true, status: 'paused' });
    const watch = `${path(waiting, paused.body.executionId)}/stream`;
    const stream = await openStream(server, { path: watch });
    await stream.ended;
    expect(stream.frames.map(({ data }) => data)).toEqual([
      { event: 'final', data: { success: true, output: expect.anything(), status: 'paused' } },
      '[DONE]',
    ]);
    const later = await openStream(server, { path: watch, headers: { 'Last-Event-ID': stream.frames.at(-1)?.id ?? '' } });
    const { body } = await cancel(waiting, paused.body.executionId).expect(200);
    expect(body).toEqual({ ...recorded, executionId: paused.body.executionId, locallyAborted: false, pausedCancelled: true });
    await later.ended;
    expect(later.frames.map(({ data }) => data)).toEqual([{ event: 'error', error: 'The run was cancelled' }, '[DONE]']);
    await noWorkLeft();
  });

  it('an asynchronous run ends its job, its log entry and the call that it is making', async () => {
    const { body } = await owner().post(`/api/workflows/${calling}/execute`).send({ async: true }).expect(202);
    await isCalling();
    await cancel(calling, body.executionId).expect(200);
    await hasHungUp();
    expect(await finishedJob(server, body.jobId, ['cancelled'])).not.toHaveProperty('output');
    expect(await owner().get(path(calling, body.executionId)).expect(200)).toMatchObject({
      body: { status: 'cancelled', level: 'info', error: 'The run was cancelled', endedAt: expect.any(String) },
    });
    const { body: logs } = await owner()
      .get('/api/v1/logs')
      .query({ workspaceId: server.first.workspaceId, executionId: body.executionId })
      .expect(200);
    expect(logs.data).toMatchObject([{ level: 'info', endedAt: expect.any(String) }]);
    await noWorkLeft();
  });

  it('a streamed run ends its stream with an error frame', async () => {
    const stream = await openStream(server, { method: 'POST', path: `/api/workflows/${calling}/execute`, body: { stream: true } });
    await isCalling();
    await cancel(calling, String(stream.headers['x-execution-id'])).expect(200);
    await stream.ended;
    expect(stream.frames.map(({ data }) => data)).toEqual([{ event: 'error', error: 'The run was cancelled' }, '[DONE]']);
    await hasHungUp();
    await noWorkLeft();
  });

  it.each(['async', 'stream'])('reaches a run of mode %s that another process drives', async (mode) => {
    await server.database.worker.drain(1);
    const started =
      mode === 'async'
        ? (await owner().post(`/api/workflows/${calling}/execute`).send({ async: true }).expect(202)).body.executionId
        : (await openStream(beside, { method: 'POST', path: `/api/workflows/${calling}/execute`, body: { stream: true } })).headers[
            'x-execution-id'
          ];
    const id = String(started);
    await isCalling();
    const { body } = await cancel(calling, id).expect(200);
    expect(body).toEqual({ ...recorded, executionId: id, locallyAborted: false });
    expect(await statusOf(calling, id)).toBe('cancelled');
    await hasHungUp();
    await noWorkLeft();
  });

  it('twice, also at once, tells both that it is cancelled', async () => {
    const { body } = await owner().post(`/api/workflows/${calling}/execute`).send({ async: true }).expect(202);
    await isCalling();
    const answers = await Promise.all([cancel(calling, body.executionId), cancel(calling, body.executionId, beside)]);
    for (const { status, body: told } of answers) expect({ status, told }).toMatchObject({ status: 200, told: { success: true } });
    const again = await cancel(calling, body.executionId).expect(200);
    expect(again.body).toMatchObject({ success: true, reason: 'already_cancelled' });
    expect(new Set(await endings())).toEqual(new Set([1]));
  });

  it('is refused once the run has ended in another way', async () => {
    const { body } = await owner().post(`/api/workflows/${quick}/execute`).send({}).expect(200);
    const refused = await cancel(quick, body.executionId).expect(409);
    expect(refused.body).toEqual({ error: 'Execution cannot be cancelled while completed', code: 'CONFLICT' });
  });

  it('needs the right to write; a stranger learns nothing', async () => {
    const { body } = await owner().post(`/api/workflows/${quick}/execute`).send({}).expect(200);
    const at = `${path(quick, body.executionId)}/cancel`;
    await server
      .as(await memberKey(server, 'read'))
      .post(at)
      .expect(403);
    const foreign = await server
      .as((await createUser(server)).key)
      .post(at)
      .expect(404);
    const unknown = await cancel(quick, '01890000-0000-7000-8000-000000000000').expect(404);
    expect(foreign.text).toBe(unknown.text);
    expect(unknown.body).toEqual({ error: 'Execution not found', code: 'NOT_FOUND' });
  });
});

describe('GET /api/workflows/{id}/executions/{executionId}', () => {
  it('tells how a run ended, and its outputs when they are asked for', async () => {
    const { body } = await owner().post(`/api/workflows/${quick}/execute`).send({}).expect(200);
    const plain = await owner().get(path(quick, body.executionId)).expect(200);
    expect(plain.body).toEqual({
      executionId: body.executionId,
      workflowId: quick,
      status: 'completed',
      trigger: 'api',
      level: 'info',
      startedAt: body.metadata.startTime,
      endedAt: body.metadata.endTime,
      totalDurationMs: body.metadata.duration,
      paused: null,
      cost: { total: 0 },
      error: null,
      finalOutput: null,
      blockOutputs: null,
      integrity: expect.objectContaining({ status: expect.stringMatching(/^(pending|verified)$/) }),
    });
    const full = await owner()
      .get(path(quick, body.executionId))
      .query({ includeOutput: 'true', selectedOutputs: 'quick.result' })
      .expect(200);
    expect(full.body).toMatchObject({ finalOutput: { result: 1 }, blockOutputs: { quick: { result: 1 } } });
  });

  it('tells why a run failed', async () => {
    const failing = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
    const { body } = await owner().post(`/api/workflows/${failing}/execute`).send({}).expect(500);
    const view = await owner().get(path(failing, body.executionId)).expect(200);
    expect(view.body).toMatchObject({ status: 'failed', level: 'error', error: expect.stringContaining('no luck') });
  });

  it('is open only to members who may read', async () => {
    const { body } = await owner().post(`/api/workflows/${quick}/execute`).send({}).expect(200);
    await server
      .as(await memberKey(server, 'read'))
      .get(path(quick, body.executionId))
      .expect(200);
    const foreign = await server
      .as((await createUser(server)).key)
      .get(path(quick, body.executionId))
      .expect(404);
    const unknown = await owner().get(path(quick, 'nothing')).expect(404);
    expect(foreign.text).toBe(unknown.text);
  });

  it.each(['includeOutput=perhaps', 'selectedOutputs=missing.x'])('refuses %s', async (query) => {
    const { body } = await owner().post(`/api/workflows/${quick}/execute`).send({}).expect(200);
    await owner()
      .get(`${path(quick, body.executionId)}?${query}`)
      .expect(400);
  });
});

describe('an asynchronous run that has not begun', () => {
  it('is queued, can be cancelled, and is then never begun', async () => {
    await Promise.all([server.database.worker.drain(1), beside.database.worker.drain(1)]);
    const { body } = await owner().post(`/api/workflows/${quick}/execute`).send({ async: true }).expect(202);
    expect(await owner().get(path(quick, body.executionId)).expect(200)).toMatchObject({
      body: { status: 'queued', startedAt: null, cost: null, finalOutput: null },
    });
    const follower = await openStream(server, { path: `${path(quick, body.executionId)}/stream` });
    const { body: told } = await cancel(quick, body.executionId).expect(200);
    expect(told).toMatchObject({ success: true, reason: 'queue_cancelled', locallyAborted: false });
    expect(await statusOf(quick, body.executionId)).toBe('cancelled');
    expect(await finishedJob(server, body.jobId, ['cancelled'])).not.toHaveProperty('error');
    await follower.ended;
    expect(follower.frames.map(({ data }) => data)).toEqual([{ event: 'error', error: 'The run was cancelled' }, '[DONE]']);
    await noWorkLeft();
    const again = await cancel(quick, body.executionId).expect(200);
    expect(again.body.reason).toBe('already_cancelled');
  });
});
