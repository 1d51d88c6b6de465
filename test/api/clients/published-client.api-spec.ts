import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SimStudioClient, SimStudioError } from 'simstudio-ts-sdk';
import { eventually } from '../../support/eventually.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';

/** Programs that were written for the published client go on with another address and key. */
let server: TestApp;
let sdk: SimStudioClient;
let greet: string;

beforeAll(async () => {
  server = await startTestApp();
  sdk = new SimStudioClient({ apiKey: server.first.apiKey, baseUrl: `${server.url}/` });
  greet = await deployState(server, inARow(functionBlock('greet', 'return "hello " + <start.name>')));
});
afterAll(() => server.close());

async function failureOf(work: Promise<unknown>): Promise<SimStudioError> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (!(error instanceof SimStudioError)) throw new Error(`No SimStudioError: ${String(error)}`);
  return error;
}

describe('simstudio-ts-sdk 0.1.2', () => {
  it('executes workflows', async () => {
    for (const run of [sdk.executeWorkflow(greet, { name: 'Ada' }), sdk.executeWorkflowSync(greet, { name: 'Ada' })]) {
      expect(await run).toMatchObject({ success: true, output: { result: 'hello Ada' } });
    }
  });

  it('takes inputs that are no objects, and none', async () => {
    const echo = await deployState(server, inARow(functionBlock('echo', 'return <start.input>')));
    expect(await sdk.executeWorkflow(echo, 'plain')).toMatchObject({ output: { result: 'plain' } });
    expect(await sdk.executeWorkflow(greet)).toMatchObject({ success: true });
  });

  it('starts jobs and polls them', async () => {
    const started = (await sdk.executeWorkflow(greet, { name: 'later' }, { async: true })) as unknown as { jobId: string };
    await eventually(async () => {
      expect(await sdk.getJobStatus(started.jobId)).toMatchObject({ status: 'completed', output: { result: 'hello later' } });
    });
  });

  it('asks whether a workflow is deployed', async () => {
    const draft = await createWorkflow(server, { state: inARow() });
    expect(await sdk.getWorkflowStatus(greet)).toMatchObject({ isDeployed: true, needsRedeployment: false });
    expect(await sdk.validateWorkflow(greet)).toBe(true);
    expect(await sdk.validateWorkflow(draft)).toBe(false);
    expect(await sdk.validateWorkflow('nothing')).toBe(false);
  });

  it('reads limits', async () => {
    const limits = await sdk.getUsageLimits();
    expect(limits).toMatchObject({ success: true, rateLimit: { sync: { isLimited: false }, async: { isLimited: false } } });
    expect(limits.usage.currentPeriodCost).toBeGreaterThanOrEqual(0);
    await sdk.executeWorkflow(greet);
    expect(sdk.getRateLimitInfo()?.limit).toBeGreaterThan(0);
  });

  it('executes with retries', async () => {
    expect(await sdk.executeWithRetry(greet, { name: 'again' })).toMatchObject({ output: { result: 'hello again' } });
  });

  it('may change its key and its address', async () => {
    const other = new SimStudioClient({ apiKey: 'sk-sluice-wrong', baseUrl: 'http://127.0.0.1:1' });
    other.setBaseUrl(server.url);
    expect(await failureOf(other.executeWorkflow(greet))).toMatchObject({ code: 'UNAUTHORIZED', status: 401 });
    other.setApiKey(server.first.apiKey);
    expect(await other.validateWorkflow(greet)).toBe(true);
  });

  it('sends files as data', async () => {
    const echo = await deployState(server, inARow(functionBlock('echo', 'return <start.letter>')));
    const letter = new File(['Dear Ada'], 'letter.txt', { type: 'text/plain' });
    const { output } = (await sdk.executeWorkflow(echo, { letter })) as { readonly output: { readonly result: unknown } };
    expect(JSON.stringify(output.result)).toContain('letter.txt');
  });

  it('has no method that is not used here', () => {
    const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(SimStudioClient.prototype);
    const own = Object.keys(methods).filter((name) => !/^(convertFilesToBase64|updateRateLimitInfo)$/.test(name));
    const used = readFileSync(fileURLToPath(import.meta.url), 'utf8');
    expect(own.filter((name) => !used.includes(`.${name}(`))).toEqual([]);
  });

  it('tells what went wrong', async () => {
    const failing = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
    expect(await failureOf(sdk.executeWorkflow(failing))).toMatchObject({ code: 'EXECUTION_ERROR', status: 500 });
    expect((await failureOf(sdk.executeWorkflow(failing))).message).toContain('no luck');
    expect(await failureOf(sdk.getJobStatus('nothing'))).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  });
});

describe('clients of the second generation', () => {
  const call = () => server.as(server.first.apiKey);

  it('execute and read runs', async () => {
    const { body, headers } = await call()
      .post(`/api/v2/workflows/${greet}/execute`)
      .set('X-Run-Id', 'mine-1')
      .send({ input: { name: 'two' } })
      .expect(200);
    expect(headers['x-run-id']).toBe('mine-1');
    expect(body.data).toMatchObject({
      runId: 'mine-1',
      workflowId: greet,
      status: 'completed',
      output: { result: 'hello two' },
      error: null,
    });
    const read = await call().get(`/api/v2/workflows/${greet}/runs/mine-1`).expect(200);
    expect(read.body.data).toMatchObject({ runId: 'mine-1', status: 'completed', output: { result: 'hello two' } });
  });

  it('start runs and follow the address that they are told', async () => {
    const { body } = await call()
      .post(`/api/v2/workflows/${greet}/execute`)
      .send({ input: { name: 'later' }, async: true, executionTimeoutSeconds: 60 })
      .expect(202);
    const { pathname } = new URL(body.data.statusUrl as string);
    await eventually(async () => expect((await call().get(pathname).expect(200)).body.data.status).toBe('completed'));
    const cancelled = await call().post(`${pathname}/cancel`).send({});
    expect(cancelled.status).toBeLessThan(500);
  });

  it('hear of a run that failed as a success of the request', async () => {
    const failing = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
    const { body } = await call().post(`/api/v2/workflows/${failing}/execute`).send({}).expect(200);
    expect(body.data).toMatchObject({ status: 'failed', error: { code: 'EXECUTION_FAILED' } });
  });

  it('are refused with an object', async () => {
    const { body } = await server.as('sk-sluice-wrong').post(`/api/v2/workflows/${greet}/execute`).send({}).expect(401);
    expect(body.error).toMatchObject({ code: 'UNAUTHORIZED', message: expect.any(String) });
  });

  it('are told of problems by the names that they have used', async () => {
    const { body } = await call()
      .post(`/api/v2/workflows/${greet}/execute`)
      .set('X-Run-Id', 'not an id')
      .send({ input: {}, executionTimeoutSeconds: -1, async: true })
      .expect(400);
    expect(body.error).toMatchObject({ code: 'VALIDATION_FAILED' });
    expect(JSON.stringify(body)).toMatch(/X-Run-Id must be.*executionTimeoutSeconds must be/);
  });

  it('stream with the frames of the first one', async () => {
    const { text } = await call()
      .post(`/api/v2/workflows/${greet}/execute`)
      .send({ input: { name: 'wire' }, stream: true })
      .expect(200);
    expect(text).toContain('data: "[DONE]"');
  });
});
