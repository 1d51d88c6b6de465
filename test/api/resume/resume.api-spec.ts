import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openStream } from '../../support/event-stream.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { askBlock, askOnce, askTwice, pausedRun, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, finishedJob, functionBlock, inARow } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { memberKey } from '../../support/workflow-api.js';
import { workflowFixture } from '../../support/workflow-documents.js';

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

/** Goes on for as long as somebody outside does not answer, once it was answered. */
const askAndCall = () => askTwice(server, [blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' })]);

describe('POST /api/resume/{workflowId}/{executionId}/{contextId}', () => {
  it('goes on with a synchronous run and answers with what it came to, under an id of its own', async () => {
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

  it('goes on with an asynchronous run elsewhere, and a job tells how', async () => {
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

  it('goes on with a streamed run as a stream, from the answer on', async () => {
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
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.body).toEqual({ error: 'The pause point has been resumed or is in progress', code: 'CONFLICT' });
  });

  it('waits for its turn behind another answer, and then goes on', async () => {
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

describe('a question that needs several approvals', () => {
  it('records each, and goes on with the last', async () => {
    const workflowId = await askOnce(server, { requiredApprovals: 2 });
    const executionId = await pausedRun(server, workflowId);
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body).toEqual({
      status: 'recorded',
      executionId: id,
      approvals: 1,
      requiredApprovals: 2,
      message: 'Answer recorded. The run goes on when 2 people have answered.',
    });
    expect((await resume(workflowId, executionId, { approved: true }).expect(409)).body.error).toContain('answered already');
    const other = server.as(await memberKey(server, 'write'));
    const last = await other.post(resumePath(workflowId, executionId)).send({ approved: true }).expect(200);
    expect(last.body).toMatchObject({ status: 'completed', output: { result: { said: true } } });
  });

  it('is for those who are named', async () => {
    const workflowId = await askOnce(server, { approvers: 'somebody@example.com' });
    const executionId = await pausedRun(server, workflowId);
    await resume(workflowId, executionId, { approved: true }).expect(403);
    expect((await look(workflowId, executionId)).pausePoint.resumeStatus).toBe('paused');
  });
});

describe('a question that nobody answers in time', () => {
  const soon = { expiresAfter: 0.01, expiresUnit: 'minutes' };

  it('fails the run', async () => {
    const workflowId = await askOnce(server, soon);
    const executionId = await pausedRun(server, workflowId);
    expect((await look(workflowId, executionId)).execution.expiresAt).toEqual(time);
    await eventually(async () => expect(await statusOf(workflowId, executionId)).toBe('failed'));
    expect(await look(workflowId, executionId)).toMatchObject({
      execution: { expiresAt: null },
      pausePoint: { resumeStatus: 'failed' },
      queue: [],
    });
    await resume(workflowId, executionId, { approved: true }).expect(409);
  });

  it('goes on with the answer that stands in for it', async () => {
    const workflowId = await askOnce(server, { ...soon, onExpiry: 'continue', defaultInput: '{"approved": false}' });
    const executionId = await pausedRun(server, workflowId);
    await eventually(async () => expect(await statusOf(workflowId, executionId)).toBe('completed'));
    const { body } = await owner().get(`/api/workflows/${workflowId}/executions/${executionId}?includeOutput=true`).expect(200);
    expect(body.finalOutput.result).toEqual({ said: false });
  });
});

describe('GET /api/resume/{workflowId}/{executionId}/{contextId}', () => {
  it('shows the question, its run, and who is before it', async () => {
    const executionId = await pausedRun(server, asking);
    const links = {
      apiUrl: `${server.config.baseUrl}/api/resume/${asking}/${executionId}/ask`,
      uiUrl: `${server.config.baseUrl}/resume/${asking}/${executionId}`,
      contextId: 'ask',
      executionId,
      workflowId: asking,
    };
    const point = {
      contextId: 'ask',
      blockId: 'ask',
      registeredAt: time,
      resumeStatus: 'paused',
      snapshotReady: true,
      resumeLinks: links,
      queuePosition: null,
      latestResumeEntry: null,
    };
    expect(await look(asking, executionId)).toEqual({
      execution: {
        id,
        workflowId: asking,
        executionId,
        status: 'paused',
        totalPauseCount: 1,
        resumedCount: 0,
        pausedAt: time,
        updatedAt: time,
        expiresAt: null,
        metadata: { pauseScope: 'execution', triggerIds: [] },
        triggerIds: [],
        pausePoints: [{ ...point, response: { status: 200, headers: expect.anything() } }],
      },
      pausePoint: { ...point, response: { data: { _resume: links }, status: 200, headers: expect.anything() } },
      queue: [],
      activeResumeEntry: null,
    });
  });

  it('shows what was answered', async () => {
    const executionId = await pausedRun(server, asking);
    const { body } = await resume(asking, executionId, { approved: true }).expect(200);
    const { execution, queue, pausePoint } = await look(asking, executionId);
    const entry = {
      id: body.executionId,
      pausedExecutionId: execution.id,
      parentExecutionId: executionId,
      newExecutionId: body.executionId,
      contextId: 'ask',
      resumeInput: { approved: true },
      status: 'completed',
      queuedAt: time,
      claimedAt: time,
      completedAt: time,
      failureReason: null,
    };
    expect(queue).toEqual([entry]);
    expect(pausePoint).toMatchObject({ resumeStatus: 'resumed', latestResumeEntry: entry });
    expect(execution).toMatchObject({ status: 'fully_resumed', resumedCount: 1 });
  });

  it('is open to members who may read; an unknown point, run or workflow is not there', async () => {
    const executionId = await pausedRun(server, asking);
    await server
      .as(await memberKey(server, 'read'))
      .get(resumePath(asking, executionId))
      .expect(200);
    const foreign = await server
      .as((await createUser(server)).key)
      .get(resumePath(asking, executionId))
      .expect(404);
    const unknown = await owner().get(resumePath(asking, nobody)).expect(404);
    expect(foreign.text).toBe(unknown.text);
    expect(
      (
        await owner()
          .get(resumePath(asking, executionId, 'other'))
          .expect(404)
      ).body.error,
    ).toBe('Pause context not found');
    await owner().get(resumePath(askingTwice, executionId)).expect(404);
    await server.as().get(resumePath(asking, executionId)).expect(401);
  });
});

describe('paused executions', () => {
  it('are listed by workflow, the newest first, page by page', async () => {
    const workflowId = await askOnce(server);
    const runs: string[] = [];
    for (let n = 0; n < 5; n += 1) runs.unshift(await pausedRun(server, workflowId));
    const path = `/api/workflows/${workflowId}/paused`;
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await owner().get(`${path}?limit=2${cursor}`).expect(200);
      seen.push(...body.pausedExecutions.map((each: { executionId: string }) => each.executionId));
      if (body.nextCursor === null) break;
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(seen).toEqual(runs);
    await owner().get(`${path}?cursor=nonsense`).expect(400);
  });

  it('are listed by status', async () => {
    const workflowId = await askOnce(server);
    const [waiting, done, gone] = [
      await pausedRun(server, workflowId),
      await pausedRun(server, workflowId),
      await pausedRun(server, workflowId),
    ];
    await resume(workflowId, done, { approved: true }).expect(200);
    await owner().post(`/api/workflows/${workflowId}/executions/${gone}/cancel`).expect(200);
    const listed = async (status: string) => {
      const { body } = await owner().get(`/api/workflows/${workflowId}/paused?status=${status}`).expect(200);
      return body.pausedExecutions.map((each: { executionId: string }) => each.executionId);
    };
    expect(await listed('paused')).toEqual([waiting]);
    expect(await listed('fully_resumed,paused')).toEqual([done, waiting]);
    expect(await listed('cancelled')).toEqual([gone]);
    const { body } = await owner().get(`/api/workflows/${workflowId}/paused?status=asleep`).expect(400);
    expect(body.details[0].path).toEqual(['status']);
  });

  it('are shown one by one, with their points and their queue', async () => {
    const executionId = await pausedRun(server, askingTwice);
    const { body } = await owner().get(`/api/workflows/${askingTwice}/paused/${executionId}`).expect(200);
    expect(body).toMatchObject({
      executionId,
      totalPauseCount: 2,
      queue: [],
      pausePoints: [{ contextId: 'left' }, { contextId: 'right' }],
    });
    const same = await owner().get(`/api/resume/${askingTwice}/${executionId}`).expect(200);
    expect(same.body).toEqual(body);
  });

  it('are open to members who may read, and to nobody else', async () => {
    const path = `/api/workflows/${asking}/paused`;
    await server
      .as(await memberKey(server, 'read'))
      .get(path)
      .expect(200);
    const foreign = await server
      .as((await createUser(server)).key)
      .get(path)
      .expect(404);
    const unknown = await owner().get(`/api/workflows/${nobody}/paused`).expect(404);
    expect(foreign.text).toBe(unknown.text);
    await server.as().get(path).expect(401);
  });
});

describe('a paused run', () => {
  it('is shown as such among executions', async () => {
    const executionId = await pausedRun(server, asking);
    const { body } = await owner().get(`/api/workflows/${asking}/executions/${executionId}`).expect(200);
    const account = await look(asking, executionId);
    expect(body).toMatchObject({
      status: 'paused',
      paused: {
        contextId: 'ask',
        pausedAt: time,
        resumeAt: null,
        pauseKind: 'human',
        blockedOnBlockId: 'ask',
        automaticResumeWaitingReason: null,
        pausedExecutionId: account.execution.id,
        pausePointCount: 1,
        resumedCount: 0,
      },
    });
    await resume(asking, executionId, { approved: true }).expect(200);
    expect((await owner().get(`/api/workflows/${asking}/executions/${executionId}`).expect(200)).body.paused).toBeNull();
  });

  it('goes on as it was deployed when it began to wait', async () => {
    const workflowId = await askOnce(server);
    const executionId = await pausedRun(server, workflowId);
    const state = inARow(askBlock('ask'), functionBlock('after', 'return "something else"'));
    await owner().put(`/api/v1/workflows/${workflowId}/state`).send({ state }).expect(200);
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body.output.result).toEqual({ said: true });
  });

  it('goes on with the secrets of the day', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    const write = (value: string) =>
      owner()
        .put(environment)
        .send({ variables: { PHRASE: value } })
        .expect(200);
    await write('winter');
    const workflowId = await deployState(server, inARow(askBlock('ask'), functionBlock('after', 'return "{{PHRASE}}".length')));
    const executionId = await pausedRun(server, workflowId);
    await write('midsummer');
    const { body } = await resume(workflowId, executionId, { approved: true }).expect(200);
    expect(body.output.result).toBe('midsummer'.length);
  });
});

describe('secrets that a question uses', () => {
  it('are neither shown nor written down', async () => {
    const environment = `/api/v1/workspaces/${server.first.workspaceId}/environment`;
    await owner()
      .put(environment)
      .send({ variables: { HIDDEN: 'swordfish-4711' } })
      .expect(200);
    const headers = [{ id: 'h', cells: { Key: 'X-Proof', Value: '{{HIDDEN}}' } }];
    const builderData = [{ id: 'd', name: 'proof', type: 'string', value: '{{HIDDEN}}' }];
    const workflowId = await askOnce(server, { operation: 'api', headers, builderData });
    const executionId = await pausedRun(server, workflowId);
    const seen = JSON.stringify(await look(workflowId, executionId));
    expect(seen).toContain('{{HIDDEN}}');
    expect(seen).not.toContain('swordfish');
    await resume(workflowId, executionId, { approved: true }).expect(200);
    const { rows } = await server.database.pool.query(`select 1 from run_event where data::text like '%swordfish%'`);
    expect(rows).toEqual([]);
  });
});

describe('two reviewers in parallel', () => {
  it('have a point each, and the end comes once when both have answered', async () => {
    const imported = await owner()
      .post('/api/v1/workflows/import')
      .send({ workspaceId: server.first.workspaceId, workflow: workflowFixture('orders-with-two-reviewers') })
      .expect(201);
    const workflowId = imported.body.data.id as string;
    await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
    const executionId = await pausedRun(server, workflowId, { orders: ['a', 'b'] });
    const { body } = await owner().get(`/api/resume/${workflowId}/${executionId}`).expect(200);
    const [first, second] = body.pausePoints;
    expect(body.pausePoints).toHaveLength(2);
    expect(first.contextId).not.toBe(second.contextId);
    expect([first, second].map(({ parallelScope }) => [parallelScope.branchIndex, parallelScope.branchTotal])).toEqual([
      [0, 2],
      [1, 2],
    ]);
    const before = await resume(workflowId, executionId, { approved: true }, second.contextId).expect(200);
    expect(before.body.status).toBe('paused');
    const { body: last } = await resume(workflowId, executionId, { approved: false }, first.contextId).expect(200);
    expect(last).toMatchObject({ status: 'completed', output: { result: { tagged: [expect.anything(), expect.anything()] } } });
    expect(last.output.result.votes.map((branch: { approved: boolean }[]) => branch.map(({ approved }) => approved))).toEqual([
      [false],
      [true],
    ]);
    const { rows } = await server.database.pool.query<{ n: number }>(
      `select count(*)::int as n from run_event where stream_id = $1 and type = 'execution.block-completed' and data->>'blockId' =
        (select data->>'blockId' from run_event where stream_id = $1 and type = 'execution.block-completed' order by version desc limit 1)`,
      [executionId],
    );
    expect(rows[0]?.n).toBe(1);
  });
});
