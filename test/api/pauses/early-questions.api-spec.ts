import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { askBlock, resumePath } from '../../support/resume-api.js';
import { blockWith, deployState, finishedJob, functionBlock } from '../../support/run-api.js';
import { startSilentServer, type SilentServer } from '../../support/silent-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let outside: SilentServer;

beforeAll(async () => {
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  outside = await startSilentServer();
});
afterEach(() => outside.answerAll());
afterAll(async () => {
  await server.close();
  await outside.close();
});

const owner = () => server.as(server.first.apiKey);
const answerTo = (workflowId: string, executionId: string) => owner().post(resumePath(workflowId, executionId));
const look = (workflowId: string, executionId: string) => owner().get(resumePath(workflowId, executionId));
const statusOf = async (workflowId: string, executionId: string) =>
  (await owner().get(`/api/workflows/${workflowId}/executions/${executionId}?includeOutput=true`).expect(200)).body;

/** Starts a run that asks in one branch, while another one is held by an external system. */
async function askingRun(fields: JsonObject = {}, behindCall: JsonObject = functionBlock('other', 'return 1')): Promise<readonly string[]> {
  const call = blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' });
  const told = functionBlock('told', 'return { said: <ask.approved>, expired: <ask.expired> }');
  const edges = [anEdge('start', 'ask'), anEdge('start', 'call'), anEdge('call', behindCall['id'] as string), anEdge('ask', 'told')];
  const blocks = [aBlock('start', 'start_trigger'), askBlock('ask', fields), call, behindCall, told];
  const workflowId = await deployState(server, aState(blocks, edges));
  const { body } = await owner().post(`/api/workflows/${workflowId}/execute`).send({ async: true }).expect(202);
  await eventually(() => expect(outside.waiting).toBe(1));
  return [workflowId, body.executionId, body.jobId];
}

describe('a question of a run that is active in another branch', () => {
  it('is open, and its answer counts when the run rests', async () => {
    const [workflowId = '', executionId = '', jobId = ''] = await askingRun();
    await eventually(async () => expect((await look(workflowId, executionId).expect(200)).body.pausePoint.resumeStatus).toBe('paused'));
    expect((await statusOf(workflowId, executionId)).status).toBe('running');
    const listed = await owner().get('/api/v1/pauses').query({ workspaceId: server.first.workspaceId }).expect(200);
    expect(listed.body.data).toContainEqual(expect.objectContaining({ executionId }));
    const { body } = await answerTo(workflowId, executionId).send({ approved: true }).expect(200);
    expect(body).toMatchObject({ status: 'queued', queuePosition: 1 });
    await answerTo(workflowId, executionId).send({ approved: false }).expect(409);
    outside.answerAll();
    expect(await finishedJob(server, jobId)).toMatchObject({ status: 'completed', output: { result: { said: true } } });
    expect((await look(workflowId, executionId).expect(200)).body).toMatchObject({
      execution: { totalPauseCount: 1, resumedCount: 1, status: 'fully_resumed' },
      queue: [{ status: 'completed' }],
    });
  });

  it('stays open when the run rests without an answer', async () => {
    const [workflowId = '', executionId = '', jobId = ''] = await askingRun();
    await eventually(() => look(workflowId, executionId).expect(200));
    outside.answerAll();
    await eventually(async () => expect((await statusOf(workflowId, executionId)).status).toBe('paused'));
    await answerTo(workflowId, executionId).send({ approved: false }).expect(202);
    expect(await finishedJob(server, jobId)).toMatchObject({ output: { result: { said: false } } });
  });

  it('takes an answer in time, also when it has expired before the run rests', async () => {
    const inTime = { expiresAfter: 0.02, expiresUnit: 'minutes', onExpiry: 'continue', defaultInput: '{"approved": false}' };
    const [workflowId = '', executionId = '', jobId = ''] = await askingRun(inTime);
    await eventually(() => look(workflowId, executionId).expect(200));
    await answerTo(workflowId, executionId).send({ approved: true }).expect(200);
    await new Promise((resolve) => setTimeout(resolve, 1300));
    outside.answerAll();
    expect(await finishedJob(server, jobId)).toMatchObject({ output: { result: { said: true, expired: false } } });
  });

  it('refuses an answer that comes too late', async () => {
    const soon = { expiresAfter: 0.005, expiresUnit: 'minutes', onExpiry: 'continue', defaultInput: '{"approved": false}' };
    const [workflowId = '', executionId = '', jobId = ''] = await askingRun(soon);
    await eventually(() => look(workflowId, executionId).expect(200));
    await new Promise((resolve) => setTimeout(resolve, 400));
    const { body } = await answerTo(workflowId, executionId).send({ approved: true }).expect(409);
    expect(body.error).toBe('The pause point has expired');
    outside.answerAll();
    expect(await finishedJob(server, jobId)).toMatchObject({ output: { result: { said: false, expired: true } } });
  });

  it.each([
    ['fails', functionBlock('other', 'throw new Error("no luck")')],
    ['responds', blockWith('other', 'response', { data: '{}' })],
  ])('is closed when the run %s', async (_, other) => {
    const [workflowId = '', executionId = ''] = await askingRun({}, other);
    await eventually(() => look(workflowId, executionId).expect(200));
    outside.answerAll();
    await eventually(async () => expect((await look(workflowId, executionId).expect(200)).body.pausePoint.resumeStatus).toBe('failed'));
    await answerTo(workflowId, executionId).send({ approved: true }).expect(409);
  });

  it('is closed when the run is cancelled', async () => {
    const [workflowId = '', executionId = ''] = await askingRun();
    await eventually(() => look(workflowId, executionId).expect(200));
    await answerTo(workflowId, executionId).send({ approved: true }).expect(200);
    await owner().post(`/api/workflows/${workflowId}/executions/${executionId}/cancel`).expect(200);
    expect((await look(workflowId, executionId).expect(200)).body).toMatchObject({
      execution: { status: 'cancelled' },
      pausePoint: { resumeStatus: 'failed' },
      queue: [{ status: 'failed' }],
    });
  });

  it('is on its page', async () => {
    const [workflowId = '', executionId = ''] = await askingRun();
    await eventually(() => look(workflowId, executionId).expect(200));
    const { text } = await server
      .as()
      .post(`/resume/${workflowId}/${executionId}`)
      .type('form')
      .send({ key: server.first.apiKey })
      .expect(200);
    expect(text).toContain('This workflow waits for an answer.');
    expect(text).toContain('name="field.approved"');
  });
});
