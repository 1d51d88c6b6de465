import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { executionStream } from '#engine/execution.events.js';
import { deployState, functionBlock, blockWith, inARow } from '../../support/run-api.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow, memberKey } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState, workflowFixture } from '../../support/workflow-documents.js';

let server: TestApp;
let echo: string;

beforeAll(async () => {
  server = await startTestApp({ inProcess: true });
  echo = await deployState(server, inARow(functionBlock('echo', 'return { got: <start.input>, all: <start> }')));
});
afterAll(() => server.close());

const owner = () => server.as(server.first.apiKey);
const execute = (workflowId: string) => owner().post(`/api/workflows/${workflowId}/execute`);

describe('POST /api/workflows/{id}/execute', () => {
  it('answers the example of a fee gate as its author would expect, imported unchanged', async () => {
    const { body } = await owner()
      .post('/api/v1/workflows/import')
      .send({ workspaceId: server.first.workspaceId, workflow: workflowFixture('fee-gate') })
      .expect(201);
    await owner().post(`/api/v1/workflows/${body.data.id}/deploy`).expect(200);
    const review = await execute(body.data.id).send({ amount: 500, customer: 'Ada' }).expect(202);
    expect(review.body).toEqual({ customer: 'Ada', fee: 10 });
    const accepted = await execute(body.data.id).send({ amount: 10 }).expect(200);
    expect(accepted.body).toEqual({ ok: true });
  });

  it('answers the envelope of the specification, with limits and the id of the run in a header', async () => {
    const id = await deployState(server, inARow(functionBlock('sum', 'return 1 + 1')));
    const { body, headers } = await execute(id).send({}).expect(200);
    expect(body).toEqual({
      success: true,
      executionId: headers['x-execution-id'],
      output: { result: 2, stdout: '' },
      error: null,
      metadata: { startTime: expect.stringMatching(/Z$/), endTime: expect.stringMatching(/Z$/), duration: expect.any(Number) },
      limits: {
        workflowExecutionRateLimit: { sync: expect.objectContaining({ maxBurst: 120_000 }), async: expect.anything() },
        usage: { currentPeriodCost: expect.any(Number), limit: expect.any(Number), plan: 'selfhosted', isExceeded: false },
      },
    });
  });

  it.each([
    ['the body itself', { city: 'Oslo' }, { city: 'Oslo' }],
    ['input', { input: { city: 'Oslo' } }, { city: 'Oslo' }],
    ['inputs', { inputs: { city: 'Oslo' } }, { city: 'Oslo' }],
    ['inputs before input before the rest', { inputs: { a: 1 }, input: { a: 2, b: 2 }, a: 3, b: 3, c: 3 }, { a: 1, b: 2, c: 3 }],
    ['a field that is named like the workflow', { workflowId: 'of mine' }, { workflowId: 'of mine' }],
    ['an input that is no object, as a field beside the rest', { input: 7, c: 3 }, { input: 7, c: 3 }],
    ['the body without control fields', { city: 'Oslo', async: false, selectedOutputs: ['x'], triggerType: 'api' }, { city: 'Oslo' }],
  ])('takes its input from %s', async (_, sent, expected) => {
    const { body } = await execute(echo).send(sent).expect(200);
    expect(body.output.result.all).toMatchObject(expected);
    for (const control of ['async', 'inputs', 'selectedOutputs', 'triggerType']) expect(body.output.result.all).not.toHaveProperty(control);
  });

  it('takes a workspaceId in the body for input, whatever the address says', async () => {
    const { body } = await owner().post(`/api/workflows/${echo}/execute?workspaceId=a`).send({ workspaceId: 'b' }).expect(200);
    expect(body.output.result.all).toMatchObject({ workspaceId: 'b' });
  });

  it('takes an input with a key twice: the last one counts', async () => {
    const { body } = await execute(echo).type('application/json').send('{"city":"Oslo","city":"Rome"}').expect(200);
    expect(body.output.result.all).toMatchObject({ city: 'Rome' });
  });

  it('runs without a body', async () => {
    await execute(echo).expect(200);
  });

  it('answers 500 with the cause when the workflow fails, and keeps the run', async () => {
    const id = await deployState(server, inARow(functionBlock('broken', 'throw new Error("no luck")')));
    const { body } = await execute(id).send({}).expect(500);
    expect(body).toMatchObject({ success: false, code: 'EXECUTION_ERROR', executionId: expect.any(String), metadata: expect.anything() });
    expect(body.error).toContain('broken');
    expect(body.error).toContain('no luck');
    expect(await server.database.store.read(executionStream, body.executionId)).not.toHaveLength(0);
  });

  it('lets an error edge take over', async () => {
    const state = aState(
      [
        aBlock('start', 'start_trigger'),
        functionBlock('broken', 'throw new Error("no luck")'),
        functionBlock('rescue', 'return <broken.error>'),
      ],
      [anEdge('start', 'broken'), anEdge('broken.error', 'rescue')],
    );
    const { body } = await execute(await deployState(server, state))
      .send({})
      .expect(200);
    expect(body.output.result).toContain('no luck');
  });

  it('ends a function that loops for ever at its limit, while other runs go on', async () => {
    const endless = await deployState(server, inARow(functionBlock('endless', 'for (;;) {}', { timeout: '300' })));
    const [hung, fine] = await Promise.all([execute(endless).send({}), execute(echo).send({ n: 1 })]);
    expect(hung.status).toBe(500);
    expect(hung.body.error).toMatch(/300 ?ms/);
    expect(fine.status).toBe(200);
  });

  it('answers with status, body and headers of the Response block that ran', async () => {
    const response = blockWith('done', 'response', {
      dataMode: 'json',
      data: '{"made": true}',
      status: '201',
      headers: [{ id: 'h', cells: { Key: 'X-Made-By', Value: 'test' } }],
    });
    const answer = await execute(await deployState(server, inARow(response)))
      .send({})
      .expect(201);
    expect(answer.body).toEqual({ made: true });
    expect(answer.headers['x-made-by']).toBe('test');
  });

  it('makes one durable append of a run of pure blocks', async () => {
    const before = server.database.lane.batches;
    await execute(echo).send({ n: 1 }).expect(200);
    expect(server.database.lane.batches - before).toBe(1);
  });

  describe('refuses', () => {
    it('a workflow that is not deployed with 403', async () => {
      const { body } = await execute(await createWorkflow(server))
        .send({})
        .expect(403);
      expect(body).toMatchObject({ code: 'WORKFLOW_NOT_DEPLOYED', error: 'Workflow is not deployed' });
    });

    it('unknown and foreign workflows with the same 404', async () => {
      const stranger = server.as((await createUser(server)).key);
      const foreign = await stranger.post(`/api/workflows/${echo}/execute`).send({}).expect(404);
      const unknown = await stranger.post('/api/workflows/01890000-0000-7000-8000-000000000000/execute').send({}).expect(404);
      const malformed = await stranger.post('/api/workflows/nonsense/execute').send({}).expect(404);
      expect(foreign.text).toBe(unknown.text);
      expect(malformed.text).toBe(unknown.text);
    });

    it('members who may only read', async () => {
      await server
        .as(await memberKey(server, 'read'))
        .post(`/api/workflows/${echo}/execute`)
        .send({})
        .expect(403);
    });

    it.each([
      [{ inputs: 5 }, 'inputs'],
      [{ async: 'yes' }, 'async'],
      [{ selectedOutputs: 'x' }, 'selectedOutputs'],
      [{ triggerType: 'webhook' }, 'triggerType'],
      [{ useDraftState: true }, 'useDraftState'],
      [{ workflowStateOverride: {} }, 'workflowStateOverride'],
    ])('%j with 400 naming the field', async (sent, field) => {
      const { body } = await execute(echo).send(sent).expect(400);
      expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: [field] }] });
    });

    it('broken JSON with INVALID_JSON', async () => {
      const { body } = await execute(echo).set('Content-Type', 'application/json').send('{"a":').expect(400);
      expect(body.code).toBe('INVALID_JSON');
    });

    it('a body that is not an object', async () => {
      await execute(echo).set('Content-Type', 'application/json').send('[1]').expect(400);
    });

    it('a body over 10 MiB with 413', async () => {
      await execute(echo)
        .send({ text: 'x'.repeat(10 * 1024 * 1024) })
        .expect(413);
    });

    it('a call without a key before it looks at anything else', async () => {
      await server.as().post('/api/workflows/nonsense/execute').send({}).expect(401);
    });
  });

  it('passes payloads of a megabyte through', async () => {
    const { body } = await execute(echo)
      .send({ text: 'x'.repeat(1_000_000) })
      .expect(200);
    expect(body.output.result.all.text).toHaveLength(1_000_000);
  });
});
