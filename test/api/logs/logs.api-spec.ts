import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../../support/eventually.js';
import { createUser, type TestUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let workspaceId: string;
let stranger: TestUser;

beforeAll(async () => {
  server = await startTestApp();
  workspaceId = server.first.workspaceId;
  stranger = await createUser(server);
}, 60_000);
afterAll(() => server.close());

const field = (id: string, value: unknown): JsonObject => ({ [id]: { id, type: 'short-input', value } }) as JsonObject;

/** Greets the named person. */
const greeting = aState(
  [
    aBlock('b-start', 'start_trigger', { name: 'Start', subBlocks: field('inputFormat', [{ id: 'f1', name: 'name', type: 'string' }]) }),
    aBlock('b-hello', 'response', {
      name: 'Hello',
      subBlocks: { ...field('dataMode', 'json'), ...field('data', '{"hello": "<start.name>"}') },
    }),
  ],
  [anEdge('b-start', 'b-hello')],
);

/** Fails whatever it is given: the address is one that workflows may not reach. */
const failing = aState(
  [
    aBlock('b-start', 'start_trigger', { name: 'Start' }),
    aBlock('b-broken', 'api', { name: 'Broken', subBlocks: { ...field('url', 'http://127.0.0.1:1/'), ...field('method', 'GET') } }),
  ],
  [anEdge('b-start', 'b-broken')],
);

async function deployed(name: string, folderId?: string, state = greeting): Promise<string> {
  const client = server.as(server.first.apiKey);
  const created = await client
    .post('/api/v1/workflows')
    .send({ workspaceId, name, ...(folderId === undefined ? {} : { folderId }) })
    .expect(200);
  const { id } = created.body.data as { id: string };
  const saved = await client.put(`/api/v1/workflows/${id}/state`).send({ state }).expect(200);
  expect(saved.body.data.problems).toEqual([]);
  await client.post(`/api/v1/workflows/${id}/deploy`).send({}).expect(200);
  return id;
}

async function execute(
  workflowId: string,
  input: JsonObject,
  headers: Record<string, string> = {},
): Promise<{ status: number; executionId: string }> {
  const { status, headers: answered } = await server
    .as(server.first.apiKey)
    .post(`/api/workflows/${workflowId}/execute`)
    .set(headers)
    .send(input);
  return { status, executionId: answered['x-execution-id'] as string };
}

function list(query: Record<string, string | number>, key = server.first.apiKey): ReturnType<ReturnType<TestApp['as']>['get']> {
  return server
    .as(key)
    .get('/api/v1/logs')
    .query({ workspaceId, ...query });
}

describe('GET /api/v1/logs', () => {
  it('shows a run to the caller right after it ended', async () => {
    const workflowId = await deployed('Greet');
    const { status, executionId } = await execute(workflowId, { name: 'Ada' });
    expect(status).toBe(200);
    const { body } = await list({ workflowIds: workflowId }).expect(200);
    expect(body).toEqual({
      data: [
        {
          id: executionId,
          workflowId,
          executionId,
          deploymentVersionId: `${workflowId}:1`,
          level: 'info',
          trigger: 'api',
          triggerSource: null,
          startedAt: expect.stringMatching(/Z$/),
          endedAt: expect.stringMatching(/Z$/),
          totalDurationMs: expect.any(Number),
          cost: { total: 0 },
          modelsUsed: [],
          files: null,
          createdAt: body.data[0].startedAt,
        },
      ],
      nextCursor: null,
      limits: expect.objectContaining({ workflowExecutionRateLimit: expect.any(Object), usage: expect.any(Object) }),
    });
  });

  it('includes the history of a run only with full details and on request', async () => {
    const workflowId = await deployed('Told');
    await execute(workflowId, { name: 'Ada' });
    const flags = { workflowIds: workflowId, includeTraceSpans: 'true', includeFinalOutput: 'true' };
    const basic = (await list(flags).expect(200)).body.data[0];
    expect(Object.keys(basic)).not.toEqual(expect.arrayContaining(['traceSpans']));
    const bare = (await list({ workflowIds: workflowId, details: 'full' }).expect(200)).body.data[0];
    expect(bare).toMatchObject({
      workflow: { id: workflowId, name: 'Told', description: null, deleted: false },
      executionData: { status: 'completed', error: null },
    });
    expect(bare).not.toHaveProperty('traceSpans');
    const full = (await list({ ...flags, details: 'full' }).expect(200)).body.data[0];
    expect(full.finalOutput).toMatchObject({ data: { hello: 'Ada' } });
    expect(full.traceSpans).toMatchObject([
      { type: 'workflow', status: 'success', children: [{ name: 'Start' }, { name: 'Hello', type: 'response' }] },
    ]);
  });

  it('lists a failed run as an error with its reason', async () => {
    const workflowId = await deployed('Failing', undefined, failing);
    const { status } = await execute(workflowId, {});
    expect(status).toBe(500);
    const { body } = await list({ workflowIds: workflowId, level: 'error', details: 'full', includeTraceSpans: 1 }).expect(200);
    expect(body.data).toMatchObject([
      { level: 'error', executionData: { status: 'failed', error: expect.any(String) }, traceSpans: [{ status: 'error' }] },
    ]);
    expect((await list({ workflowIds: workflowId, level: 'info' })).body.data).toEqual([]);
    const { body: failed } = await list({ workflowIds: workflowId, status: 'failed,paused' }).expect(200);
    expect(failed.data.map(({ id }: { id: string }) => id)).toEqual(body.data.map(({ id }: { id: string }) => id));
    expect((await list({ workflowIds: workflowId, status: 'running,completed' })).body.data).toEqual([]);
  });

  it('walks through all pages without a gap, and ends with a null cursor', async () => {
    const workflowId = await deployed('Walked');
    for (let run = 0; run < 7; run += 1) await execute(workflowId, { name: String(run) });
    for (const order of ['desc', 'asc']) {
      const seen: { id: string; startedAt: string }[] = [];
      let cursor: string | null | undefined;
      do {
        const place: Record<string, string> = cursor ? { cursor } : {};
        const { body } = await list({ workflowIds: workflowId, limit: 3, order, ...place }).expect(200);
        seen.push(...body.data);
        cursor = body.nextCursor as string | null;
      } while (cursor !== null);
      expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
      const sorted = seen.toSorted((a, b) => (`${a.startedAt}${a.id}` < `${b.startedAt}${b.id}` ? -1 : 1));
      expect(seen).toEqual(order === 'asc' ? sorted : sorted.toReversed());
    }
  });

  it('takes a cursor only with the filters, the order and the workspace that it came from', async () => {
    const workflowId = await deployed('Bound');
    for (let run = 0; run < 2; run += 1) await execute(workflowId, { name: 'x' });
    // A busy machine can be later than callers would wait.
    const cursor = await eventually(async () => {
      const { body } = await list({ workflowIds: workflowId, limit: 1 }).expect(200);
      expect(body.nextCursor).toEqual(expect.any(String));
      return body.nextCursor as string;
    });
    await list({ workflowIds: workflowId, limit: 50, cursor }).expect(200);
    const others = [{ workflowIds: workflowId, order: 'asc' }, { level: 'info' }, { workflowIds: workflowId, workspaceId: 'another' }];
    for (const other of others) {
      const refused = await list({ ...other, cursor });
      expect([refused.status, refused.body.error]).toEqual([400, 'Invalid cursor']);
    }
    for (const made of [`A${cursor}`, cursor.slice(1), 'nonsense', '{}', ''])
      expect((await list({ workflowIds: workflowId, cursor: made })).status).toBe(400);
  });

  it('finds a run by the id that its caller chose', async () => {
    const workflowId = await deployed('Named');
    await execute(workflowId, { name: 'x' }, { 'X-Execution-Id': 'order:17' });
    const { body } = await list({ executionId: 'order:17' }).expect(200);
    expect(body.data).toMatchObject([{ executionId: 'order:17', workflowId }]);
    expect(body.data[0].id).not.toBe('order:17');
  });

  it('finds the runs of the workflows in folders, and keeps them when a workflow is deleted', async () => {
    const client = server.as(server.first.apiKey);
    const folder = await client.post('/api/v1/folders').send({ workspaceId, name: 'Billing' }).expect(200);
    const folderId = folder.body.data.id as string;
    const workflowId = await deployed('Filed', folderId);
    await execute(workflowId, { name: 'x' });
    expect((await list({ folderIds: folderId })).body.data).toMatchObject([{ workflowId }]);
    expect((await list({ folderIds: `nonsense,${folderId}`, workflowIds: await deployed('Elsewhere') })).body.data).toEqual([]);
    await client.delete(`/api/v1/workflows/${workflowId}`).expect(200);
    const { body } = await list({ folderIds: folderId, details: 'full' }).expect(200);
    expect(body.data).toMatchObject([{ workflowId, workflow: { id: workflowId, name: 'Deleted Workflow', deleted: true } }]);
  });

  it('searches errors, and names of workflows also when they are gone', async () => {
    const client = server.as(server.first.apiKey);
    const broken = await deployed('Sales report 2031', undefined, failing);
    const greeted = await deployed('Sales greeting');
    for (const workflowId of [broken, greeted]) await execute(workflowId, { name: 'x' });
    const search = async (text: string): Promise<string[]> =>
      (await list({ search: text }).expect(200)).body.data.map(({ workflowId }: { workflowId: string }) => workflowId);
    expect((await search('sales')).toSorted()).toEqual([broken, greeted].toSorted());
    expect(await search('REPORT 2031')).toEqual([broken]);
    const { body } = await list({ workflowIds: broken, details: 'full' }).expect(200);
    const { error } = body.data[0].executionData as { error: string };
    expect(await search(error.slice(2, 30).toUpperCase())).toContain(broken);
    expect(await search('no error says this')).toEqual([]);
    await client.delete(`/api/v1/workflows/${greeted}`).expect(200);
    expect(await search('sales greet')).toEqual([greeted]);
  });

  it('finds nothing of another workspace, whatever is searched for', async () => {
    const workflowId = await deployed('Hidden from strangers', undefined, failing);
    const { executionId } = await execute(workflowId, {});
    const created = await server.as(server.first.apiKey).post('/api/v1/workspaces').send({ name: 'Another' }).expect(200);
    const another = created.body.data.id as string;
    for (const filter of [{ workflowIds: workflowId }, { executionId }, { search: 'strangers' }, { level: 'error' }]) {
      expect((await list(filter).expect(200)).body.data).not.toEqual([]);
      expect((await list({ ...filter, workspaceId: another }).expect(200)).body.data).toEqual([]);
      expect((await list(filter, stranger.key)).status).toBe(403);
    }
  });

  it('answers an unknown trigger with nothing and `all` with everything', async () => {
    const workflowId = await deployed('Triggered');
    await execute(workflowId, { name: 'x' });
    expect((await list({ workflowIds: workflowId, triggers: 'carrier-pigeon' })).body.data).toEqual([]);
    expect((await list({ workflowIds: workflowId, triggers: 'carrier-pigeon,all' })).body.data).toHaveLength(1);
  });

  it('names every bad parameter', async () => {
    const { status, body } = await list({ level: 'warn', startDate: 'yesterday', minCost: 'cheap' });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map(({ path }: { path: string[] }) => path[0]).toSorted()).toEqual(['level', 'minCost', 'startDate']);
    const reversed = await list({ startDate: '2031-01-02', endDate: '2031-01-01' });
    expect([reversed.status, reversed.body.details[0].path]).toEqual([400, ['endDate']]);
    for (const startDate of ['0000-01-01', '9999-12-31T23:59:59-14:00']) {
      const never = await list({ startDate });
      expect([never.status, never.body.details[0].path]).toEqual([400, ['startDate']]);
    }
    const missing = await server.as(server.first.apiKey).get('/api/v1/logs');
    expect([missing.status, missing.body.details[0].path]).toEqual([400, ['workspaceId']]);
  });

  it('gives the same refusal for a foreign and for an absent workspace, and none of it without a key', async () => {
    const foreign = await list({}, stranger.key);
    const absent = await list({ workspaceId: '0199a1b2-0000-7000-8000-00000000dead' }, stranger.key);
    expect([foreign.status, foreign.body]).toEqual([403, absent.body]);
    expect((await server.as().get('/api/v1/logs')).status).toBe(401);
  });
});

describe('GET /api/v1/logs/{id}', () => {
  it('returns all facts of one run', async () => {
    const workflowId = await deployed('Whole');
    const { executionId } = await execute(workflowId, { name: 'Ada' });
    const { body } = await server.as(server.first.apiKey).get(`/api/v1/logs/${executionId}`).expect(200);
    expect(body.data).toMatchObject({
      id: executionId,
      level: 'info',
      workflow: { id: workflowId, name: 'Whole', workspaceId, folderId: null, deleted: false },
      executionData: {
        status: 'completed',
        workflowInput: { name: 'Ada' },
        finalOutput: { data: { hello: 'Ada' } },
        traceSpans: [{ type: 'workflow' }],
      },
    });
    expect(body.limits).toHaveProperty('usage');
  });

  it('says when an asynchronous run was put into the queue', async () => {
    const workflowId = await deployed('Queued');
    const { status, executionId } = await execute(workflowId, { name: 'Ada' }, { 'X-Execution-Mode': 'async' });
    expect(status).toBe(202);
    const { startedAt, executionData } = await eventually(async () => {
      const { body } = await server.as(server.first.apiKey).get(`/api/v1/logs/${executionId}`).expect(200);
      return body.data as { startedAt: string; executionData: { queuedAt: string } };
    });
    expect(Date.parse(executionData.queuedAt)).toBeLessThanOrEqual(Date.parse(startedAt));
    const { executionId: direct } = await execute(workflowId, { name: 'Ada' });
    const { body } = await server.as(server.first.apiKey).get(`/api/v1/logs/${direct}`).expect(200);
    expect(body.data.executionData.queuedAt).toBeNull();
  });

  it('answers a foreign, an absent and an impossible id with the same bytes', async () => {
    const { executionId } = await execute(await deployed('Hidden'), { name: 'x' });
    const ids = [executionId, '0199a1b2-0000-7000-8000-00000000dead', 'nonsense'];
    const answers = await Promise.all(ids.map((id) => server.as(stranger.key).get(`/api/v1/logs/${id}`)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(ids.map(() => [404, '{"error":"Log not found","code":"NOT_FOUND"}']));
  });
});

describe('GET /api/v1/logs/executions/{executionId}', () => {
  it('returns the version that ran, even if a newer one exists', async () => {
    const workflowId = await deployed('Drawn');
    const { executionId } = await execute(workflowId, { name: 'x' });
    const client = server.as(server.first.apiKey);
    await client.put(`/api/v1/workflows/${workflowId}/state`).send({ state: failing }).expect(200);
    await client.post(`/api/v1/workflows/${workflowId}/deploy`).send({}).expect(200);
    const { body } = await client.get(`/api/v1/logs/executions/${executionId}`).expect(200);
    expect(body).toEqual({
      executionId,
      workflowId,
      workflowState: expect.objectContaining({
        blocks: {
          'b-start': expect.objectContaining({ type: 'start_trigger' }),
          'b-hello': expect.objectContaining({
            name: 'Hello',
            type: 'response',
            enabled: true,
            subBlocks: expect.objectContaining({ data: { id: 'data', type: 'short-input', value: '{"hello": "<start.name>"}' } }),
          }),
        },
        edges: [expect.objectContaining({ source: 'b-start', target: 'b-hello' })],
        loops: {},
        parallels: {},
      }),
      executionMetadata: {
        trigger: 'api',
        triggerSource: null,
        startedAt: expect.any(String),
        endedAt: expect.any(String),
        totalDurationMs: expect.any(Number),
        cost: { total: 0 },
      },
      limits: expect.any(Object),
    });
  });

  it('omits the values of secret fields', async () => {
    const secret = aBlock('b-hello', 'response', {
      name: 'Hello',
      subBlocks: { ...field('data', '{}'), ...field('apiKey', 'typed-into-the-field'), ...field('botToken', '{{BOT_TOKEN}}') },
    });
    const workflowId = await deployed(
      'Careless',
      undefined,
      aState([aBlock('b-start', 'start_trigger', { name: 'Start' }), secret], [anEdge('b-start', 'b-hello')]),
    );
    const { executionId } = await execute(workflowId, {});
    const { body, text } = await server.as(server.first.apiKey).get(`/api/v1/logs/executions/${executionId}`).expect(200);
    expect(text).not.toContain('typed-into-the-field');
    expect(body.workflowState.blocks['b-hello'].subBlocks).toMatchObject({ apiKey: { value: null }, botToken: { value: '{{BOT_TOKEN}}' } });
  });

  it('knows a run by the id that its caller chose', async () => {
    await execute(await deployed('Chosen'), { name: 'x' }, { 'X-Execution-Id': 'order:18' });
    const { body } = await server.as(server.first.apiKey).get('/api/v1/logs/executions/order:18').expect(200);
    expect(body.executionId).toBe('order:18');
  });

  it('answers a foreign and an absent id with the same bytes', async () => {
    const { executionId } = await execute(await deployed('Secret'), { name: 'x' }, { 'X-Execution-Id': 'order:19' });
    expect(executionId).toBe('order:19');
    const ids = ['order:19', 'order:99', '0199a1b2-0000-7000-8000-00000000dead'];
    const answers = await Promise.all(ids.map((id) => server.as(stranger.key).get(`/api/v1/logs/executions/${id}`)));
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      ids.map(() => [404, '{"error":"Workflow execution not found","code":"NOT_FOUND"}']),
    );
  });
});

describe('a log that is held back', () => {
  it('reports a pending entry as unavailable, and an absent run as not found', async () => {
    const workflowId = await deployed('Held back');
    const writer = await server.database.pool.connect();
    await writer.query('begin');
    await writer.query('select pg_current_xact_id()');
    const { executionId } = await execute(workflowId, { name: 'Ada' });
    const paths = [`/api/v1/logs/${executionId}`, `/api/v1/logs/executions/${executionId}`];
    for (const path of paths) {
      const late = await server.as(server.first.apiKey).get(path).expect(503);
      expect([late.body.code, late.headers['retry-after']]).toEqual(['UNAVAILABLE', '1']);
      await server.as(stranger.key).get(path).expect(404);
    }
    await server.as(server.first.apiKey).get('/api/v1/logs/0190f000-0000-7000-8000-000000000001').expect(404);
    await writer.query('rollback');
    writer.release();
    for (const path of paths) await eventually(() => server.as(server.first.apiKey).get(path).expect(200), 20_000);
  });
});
