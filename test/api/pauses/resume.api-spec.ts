import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStream } from '../../support/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { askBlock, askOnce, askTwice, pausedRun, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';

let server: TestApp;
let outside: SilentServer;
let asking: string;
let askingTwice: string;

const nobody = '01890000-0000-7000-8000-000000000000';
const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  outside = await startSilentServer();
  asking = await askOnce(server);
  askingTwice = await askTwice(server);
});
afterAll(async () => {
  await server.close();
  await outside.close();
});

const owner = () => server.as(server.first.apiKey);
const resume = (workflowId: string, executionId: string, body: object, contextId?: string) =>
  owner()
    .post(resumePath(workflowId, executionId, contextId))
    .send(body);
const look = async (workflowId: string, executionId: string, contextId?: string) =>
  (
    await owner()
      .get(resumePath(workflowId, executionId, contextId))
      .expect(200)
  ).body;

async function queuedRun(workflowId: string): Promise<{ executionId: string; jobId: string }> {
  const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ async: true }).expect(202);
  await eventually(() => owner().get(`/api/resume/${workflowId}/${body.executionId}`).expect(200));
  return body;
}

const statusOf = async (workflowId: string, executionId: string) =>
  (await owner().get(`/api/workflows/${workflowId}/executions/${executionId}`).expect(200)).body.status;

/** Deploys a workflow that, once answered, stays active until the external system answers. */
const askAndCall = () => askTwice(server, [blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' })]);

describe('POST /api/resume/{workflowId}/{executionId}/{contextId}', () => {
  it('resumes a synchronous run and responds with its outcome, under a separate id', async () => {
    const executionId = await pausedRun(server, asking);
    const { body, headers } = await resume(asking, executionId, { input: { approved: true } }).expect(200);
    expect(body).toEqual({
      success: true,
      status: 'completed',
      executionId: id,
      output: { result: { said: true }, stdout: '' },
      error: null,
      metadata: { duration: expect.any(Number), startTime: time, endTime: time },
    });
    expect(body.executionId).not.toBe(executionId);
    expect(headers['x-execution-id']).toBe(body.executionId);
    expect(await statusOf(asking, executionId)).toBe('completed');
  });

  it('takes the whole body for the answer when it has no input', async () => {
    const executionId = await pausedRun(server, asking);
    const { body } = await resume(asking, executionId, { approved: false, note: 'no' }).expect(200);
    expect(body.output.result).toEqual({ said: false });
  });

  it.each([[[1, 2]], ['yes'], [7], [null], [false]])('takes %j for an answer', async (said) => {
    const workflowId = await deployState(
      server,
      inARow(blockWith('ask', 'human_in_the_loop', {}), functionBlock('after', 'return [<ask.resumeInput>]')),
    );
    const path = resumePath(workflowId, await pausedRun(server, workflowId));
    const { body } = await owner().post(path).set('Content-Type', 'application/json').send(JSON.stringify(said)).expect(200);
    expect(body.output.result).toEqual([said]);
  });

  it('knows the run by the id that its caller chose', async () => {
    const run = owner().post(`/api/workflows/${asking}/execute`).set('X-Execution-Id', 'order-9').send({});
    await run.expect(200);
    await resume(asking, 'order-9', { approved: true }).expect(200);
  });

  it('resumes an asynchronous run in the background, and a job reports its outcome', async () => {
    const { executionId, jobId } = await queuedRun(asking);
    const { body } = await resume(asking, executionId, { approved: true }).expect(202);
    expect(body).toEqual({
      success: true,
      async: true,
      jobId: id,
      executionId: id,
      message: 'Resume execution queued',
      statusUrl: `${server.config.baseUrl}/api/jobs/${body.jobId}`,
    });
    expect(await finishedJob(server, body.jobId)).toMatchObject({
      status: 'completed',
      output: { result: { said: true } },
      metadata: { startedAt: time, completedAt: time },
    });
    expect(await finishedJob(server, jobId)).toMatchObject({ status: 'completed', output: { result: { said: true } } });
  });

  it('resumes a streamed run as a stream, from the answer on', async () => {
    const execution = await openStream(server, { method: 'POST', path: `/api/workflows/${asking}/execute`, body: { stream: true } });
    await execution.ended;
    const executionId = String(execution.headers['x-execution-id']);
    const stream = await openStream(server, { method: 'POST', path: resumePath(asking, executionId), body: { approved: true } });
    await stream.ended;
    expect(stream.headers['x-execution-id']).toEqual(id);
    expect(stream.headers['x-execution-id']).not.toBe(executionId);
    expect(stream.frames.map(({ data }) => data)).toEqual([
      { event: 'final', data: { success: true, output: { result: { said: true }, stdout: '' } } },
      '[DONE]',
    ]);
    const [first] = stream.frames;
    expect(Number(first?.id.split('-')[0])).toBeGreaterThan(Number(execution.frames.at(-1)?.id.split('-')[0]));
  });

  it('resumes a streamed run with its result for a caller that accepts no stream', async () => {
    const body = { stream: true, selectedOutputs: ['after.result'] };
    const execution = await openStream(server, { method: 'POST', path: `/api/workflows/${asking}/execute`, body });
    await execution.ended;
    const executionId = String(execution.headers['x-execution-id']);
    const answer = owner().post(resumePath(asking, executionId)).set('Accept', 'application/json').send({ approved: true });
    const { body: resumed } = await answer.expect(200).expect('Content-Type', /json/);
    expect(resumed).toMatchObject({ success: true, status: 'completed', output: { result: { said: true } }, error: null });
  });

  it('resumes a streamed run with the outputs that were selected at its start', async () => {
    const body = { stream: true, selectedOutputs: ['after.result'] };
    const execution = await openStream(server, { method: 'POST', path: `/api/workflows/${asking}/execute`, body });
    await execution.ended;
    const executionId = String(execution.headers['x-execution-id']);
    const stream = await openStream(server, { method: 'POST', path: resumePath(asking, executionId), body: { approved: true } });
    await stream.ended;
    expect(stream.frames.map(({ data }) => data)).toEqual([
      { blockId: 'after', chunk: '{\n  "said": true\n}' },
      { event: 'final', data: { success: true, output: {} } },
      '[DONE]',
    ]);
  });

  it('says that the run waits again when it asks again', async () => {
    const workflowId = await deployState(server, inARow(askBlock('ask'), askBlock('more'), functionBlock('after', 'return 1')));
    const executionId = await pausedRun(server, workflowId);
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body).toMatchObject({ success: true, status: 'paused', output: { response: { data: { _resume: { contextId: 'more' } } } } });
    expect(await look(workflowId, executionId, 'more')).toMatchObject({
      execution: { status: 'partially_resumed', totalPauseCount: 2, resumedCount: 1 },
      pausePoint: { resumeStatus: 'paused' },
    });
    await resume(workflowId, executionId, { approved: true }, 'more').expect(200);
    expect((await look(workflowId, executionId)).execution.status).toBe('fully_resumed');
  });

  it('says how the run failed', async () => {
    const workflowId = await deployState(server, inARow(askBlock('ask'), functionBlock('broken', 'throw new Error("no luck")')));
    const executionId = await pausedRun(server, workflowId);
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body).toMatchObject({ success: false, status: 'failed', error: expect.stringContaining('no luck') });
    expect(await look(workflowId, executionId)).toMatchObject({
      pausePoint: { resumeStatus: 'failed' },
      queue: [{ status: 'failed', failureReason: expect.stringContaining('no luck'), completedAt: time }],
    });
  });

  it('refuses what does not fit the form, and the point waits on', async () => {
    const executionId = await pausedRun(server, asking);
    const { body } = await resume(asking, executionId, { input: { approved: 'perhaps' } }).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: ['approved'] }] });
    const missing = await resume(asking, executionId, {}).expect(400);
    expect(missing.body.details).toEqual([{ path: ['approved'], message: 'approved is required', code: 'required' }]);
    expect(await look(asking, executionId)).toMatchObject({ pausePoint: { resumeStatus: 'paused' }, queue: [] });
    await resume(asking, executionId, { approved: 'true' }).expect(200);
  });

  it('refuses a body that is broken', async () => {
    const executionId = await pausedRun(server, asking);
    const broken = owner().post(resumePath(asking, executionId)).set('Content-Type', 'application/json').send('{"approved": ');
    expect((await broken.expect(400)).body.code).toBe('INVALID_JSON');
  });

  it('counts once, however many answer at the same time', async () => {
    const executionId = await pausedRun(server, asking);
    const answers = await Promise.all(Array.from({ length: 8 }, () => resume(asking, executionId, { approved: true })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ error: 'The pause point has been resumed or is in progress', code: 'CONFLICT' });
  });

  it('waits for its turn behind another answer, and then continues', async () => {
    const workflowId = await askAndCall();
    const { executionId } = await queuedRun(workflowId);
    const first = await resume(workflowId, executionId, { approved: true }, 'left').expect(202);
    await eventually(() => expect(outside.waiting).toBe(1));
    const { body } = await resume(workflowId, executionId, { approved: false }, 'right').expect(200);
    expect(body).toEqual({
      status: 'queued',
      executionId: id,
      queuePosition: 1,
      message: 'Resume queued. It will run after current resumes finish.',
      jobId: id,
      statusUrl: `${server.config.baseUrl}/api/jobs/${body.jobId}`,
    });
    expect((await finishedJob(server, body.jobId, ['queued'])).metadata.startedAt).toBeNull();
    expect((await finishedJob(server, first.body.jobId, ['processing'])).metadata.startedAt).toEqual(time);
    expect(await look(workflowId, executionId, 'right')).toMatchObject({
      pausePoint: { resumeStatus: 'queued', queuePosition: 1, latestResumeEntry: { id: body.executionId } },
      queue: [
        { id: first.body.executionId, status: 'claimed' },
        { id: body.executionId, status: 'pending' },
      ],
      activeResumeEntry: { id: body.executionId, status: 'pending', claimedAt: null },
    });
    await owner().post(`/api/workflows/${workflowId}/executions/${executionId}/cancel`).expect(200);
    expect(await finishedJob(server, body.jobId, ['cancelled'])).toMatchObject({ status: 'cancelled' });
    expect(await finishedJob(server, first.body.jobId, ['cancelled'])).toMatchObject({ status: 'cancelled' });
    expect(await look(workflowId, executionId, 'right')).toMatchObject({
      execution: { status: 'cancelled' },
      pausePoint: { resumeStatus: 'failed' },
      queue: [{ status: 'failed' }, { status: 'failed', failureReason: 'The run was cancelled' }],
      activeResumeEntry: null,
    });
  });

  it('of two branches at once both get through, whichever is first', async () => {
    for (let round = 0; round < 5; round += 1) {
      const executionId = await pausedRun(server, askingTwice);
      const answers = await Promise.all(
        ['left', 'right'].map((contextId) => resume(askingTwice, executionId, { approved: contextId === 'left' }, contextId).expect(200)),
      );
      expect(answers.map(({ body }) => body.status)).not.toContain('failed');
      await eventually(async () => expect(await statusOf(askingTwice, executionId)).toBe('completed'));
      expect(await look(askingTwice, executionId, 'left')).toMatchObject({
        execution: { status: 'fully_resumed', totalPauseCount: 2, resumedCount: 2 },
        queue: [{ status: 'completed' }, { status: 'completed' }],
      });
    }
  });

  it('is for questions, not for moments', async () => {
    const nap = blockWith('nap', 'wait', { timeValue: '3', async: true, timeUnitLong: 'days' });
    const workflowId = await deployState(server, inARow(nap));
    const executionId = await pausedRun(server, workflowId);
    const { body } = await resume(workflowId, executionId, {}, 'nap').expect(400);
    expect(body.error).toBe("Pause kind 'time' is not allowed for this resume endpoint (allowed: human)");
    await owner()
      .get(resumePath(workflowId, executionId, 'nap'))
      .expect(404);
    await owner().get(`/api/resume/${workflowId}/${executionId}`).expect(404);
    expect((await owner().get(`/api/workflows/${workflowId}/paused`).expect(200)).body.pausedExecutions).toEqual([]);
  });

  it('needs a key, the right to write, and a run that asks', async () => {
    const executionId = await pausedRun(server, asking);
    const path = resumePath(asking, executionId);
    await server.as().post(path).send({ approved: true }).expect(401);
    await server.as().post(resumePath(nobody, nobody)).send({}).expect(401);
    const reader = server.as(await memberKey(server, 'read'));
    await reader.post(path).send({ approved: true }).expect(403);
    const stranger = server.as((await createUser(server)).key);
    const foreign = await stranger.post(path).send({ approved: true }).expect(404);
    const unknown = await resume(asking, nobody, {}).expect(404);
    expect(foreign.text).toBe(unknown.text);
    expect((await resume(asking, executionId, {}, 'other').expect(404)).body.error).toBe('Pause point not found');
    const plain = await deployState(server, inARow(functionBlock('quick', 'return 1')));
    const { body } = await owner().post(`/api/workflows/${plain}/execute`).send({}).expect(200);
    expect((await resume(plain, body.executionId, {}).expect(404)).body.error).toBe('Paused execution not found');
    expect((await look(asking, executionId)).queue).toEqual([]);
  });

  it('is refused once the run is cancelled', async () => {
    const executionId = await pausedRun(server, asking);
    const cancelled = await owner().post(`/api/workflows/${asking}/executions/${executionId}/cancel`).expect(200);
    expect(cancelled.body).toMatchObject({ success: true, pausedCancelled: true });
    expect((await resume(asking, executionId, { approved: true }).expect(409)).body.error).toBe(
      'The run was cancelled, so it cannot be resumed',
    );
    expect(await look(asking, executionId)).toMatchObject({
      execution: { status: 'cancelled', expiresAt: null },
      pausePoint: { resumeStatus: 'failed' },
    });
  });
});
