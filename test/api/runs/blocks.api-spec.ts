import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blockDefinitions } from '#blocks/index.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { blockWith, deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createWorkflow } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const get = () => server.as(server.first.apiKey).get('/api/v1/blocks');

describe('GET /api/v1/blocks', () => {
  it('answers every type of block that a workflow may use', async () => {
    const { body } = await get().expect(200);
    expect(body.nextCursor).toBeNull();
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual(blockDefinitions.map(({ type }) => type));
  });

  it('says all that an editor needs to know of one', async () => {
    const { body } = await get().expect(200);
    expect(body.data.find(({ type }: { type: string }) => type === 'wait')).toMatchObject({
      name: 'Wait',
      description: expect.any(String),
      category: 'control',
      container: false,
      inputsIn: 'subBlocks',
      inputs: {
        type: 'object',
        properties: { timeUnit: { enum: ['seconds', 'minutes'], default: 'seconds', 'x-when': { async: [false, 'false'] } } },
      },
      outputs: { waitDuration: { type: 'number' } },
      targetHandle: 'target',
      handles: ['source', 'error'],
      errorEdge: true,
      retry: true,
    });
    expect(body.data.find(({ type }: { type: string }) => type === 'start_trigger')).toMatchObject({ targetHandle: null, retry: false });
    expect(body.data.find(({ type }: { type: string }) => type === 'note')).toMatchObject({ handles: [], errorEdge: false, retry: false });
  });

  it('names the type that replaces an older one, so that a palette lists no two alike', async () => {
    const { body } = await get().expect(200);
    const entries: { type: string; name: string; category: string; replacedBy: string | null }[] = body.data;
    expect(entries.find(({ type }) => type === 'starter')).toMatchObject({ replacedBy: 'start_trigger' });
    const listed = entries.filter(({ replacedBy }) => replacedBy === null);
    expect(listed.map(({ type }) => type)).toEqual(
      expect.arrayContaining(entries.flatMap(({ replacedBy }) => (replacedBy === null ? [] : [replacedBy]))),
    );
    const names = listed.map(({ category, name }) => `${category}: ${name}`);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('may be read with any valid key, of whatever workspace', async () => {
    const { key } = await createUser(server);
    await server.as(key).get('/api/v1/blocks').expect(200);
    await server.as().get('/api/v1/blocks').expect(401);
  });

  it('is not sent again to who has it', async () => {
    const { headers } = await get().expect(200);
    expect(headers['cache-control']).toBe('private, no-cache');
    await get().set('If-None-Match', String(headers['etag'])).expect(304, '');
    await get().set('If-None-Match', String(headers['etag'])).set('Cache-Control', 'no-cache').expect(304, '');
    await get().set('If-None-Match', '"other"').expect(200);
  });
});

describe('a workflow with blocks of every day', () => {
  const run = (id: string) => server.as(server.first.apiKey).post(`/api/workflows/${id}/execute`);

  it('may have notes, which do not run and cannot be connected', async () => {
    const blocks = [aBlock('start', 'start_trigger'), functionBlock('f', 'return 1'), blockWith('n', 'note', { content: 'why' })];
    const id = await deployState(server, aState(blocks, [anEdge('start', 'f')]));
    expect((await run(id).send({}).expect(200)).body.output).toEqual({ result: 1, stdout: '' });
    const connected = await createWorkflow(server, { state: aState(blocks, [anEdge('start', 'f'), anEdge('f', 'n')]) });
    const { body } = await server.as(server.first.apiKey).post(`/api/v1/workflows/${connected}/deploy`).expect(400);
    expect(body.details).toMatchObject([{ code: 'note_connected' }]);
  });

  it('assigns variables for the rest of a run, and waits', async () => {
    const assign = blockWith('assign', 'variables', { variables: [{ variableName: 'total', type: 'number', value: '<start.n>' }] });
    const wait = blockWith('wait', 'wait', { timeValue: 0.01 });
    const variables = { v: { id: 'v', name: 'total', type: 'number', value: 1 } };
    const id = await deployState(server, {
      ...inARow(assign, wait, functionBlock('read', 'return [<variable.total>, <assign.total>]')),
      variables,
    });
    expect((await run(id).send({ n: 5 }).expect(200)).body.output.result).toEqual([5, 5]);
  });

  it('is paused by a long wait, and resumes by itself', async () => {
    const wait = blockWith('wait', 'wait', { timeValue: 0.005, async: true });
    const id = await deployState(server, inARow(wait, functionBlock('after', 'return <wait.status>')));
    const { body } = await run(id).send({}).expect(200);
    expect(body).toMatchObject({ success: true, status: 'paused' });
    await eventually(async () => {
      const { body: later } = await server.as(server.first.apiKey).get(`/api/workflows/${id}/executions/${body.executionId}`).expect(200);
      expect(later).toMatchObject({ status: 'completed' });
    }, 10_000);
  });

  it('is not deployed with a field that cannot work', async () => {
    const state = inARow(blockWith('wait', 'wait', { timeValue: 6, timeUnit: 'minutes' }), blockWith('tell', 'webhook_request', {}));
    const id = await createWorkflow(server, { state });
    const { body } = await server.as(server.first.apiKey).post(`/api/v1/workflows/${id}/deploy`).expect(400);
    expect(body.details).toMatchObject([{ code: 'invalid_wait' }, { code: 'required' }]);
  });
});
