import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  AgentEntered,
  BlockCompleted,
  EffectIntended,
  ExecutionCompleted,
  ExecutionPaused,
  ExecutionStarted,
  ModelAnswered,
  ToolAnswered,
  type ExecutionEvent,
} from '#engine/execution.events.js';
import { spentBy } from '#engine/trace/run-spending.js';
import { SystemIds } from '#host/system-ids.js';
import { aModelCall, anAgent, anIntent, aToolCall, costOf } from '../../support/engine/agent-facts.js';
import { createUser } from '../../support/issue-key.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

const ids = new SystemIds();
let server: TestApp;
let workflowId: string;
let run: string;
let cheaper: string;
let active: string;
let cancelled: string;

const owner = () => server.as(server.first.apiKey);
const now = new Date().toISOString();

/** Appends a run of the workflow that has called models, as its engine would. */
async function recorded(model: string, nanoUsd: number, { rest = 'completed', order = 7 } = {}): Promise<string> {
  const { workspaceId, organizationId: accountId, userId } = server.first;
  const [streamId, payer, times] = [ids.next(), { accountId, workflowId }, { startedAt: now, endedAt: now }];
  const started = ExecutionStarted({
    ...payer,
    workspaceId,
    userId,
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'sync',
    input: {},
    baseChargeUsd: 0,
    startBlockId: 'start',
    startedAt: now,
    deadlineAt: now,
  });
  const asked = [{ type: 'tool-call' as const, callId: 'agent#0.0', name: 'lookup', arguments: '{}' }];
  const tool = { node: 'agent#0.0', kind: 'tool', target: 'lookup', call: { turn: 0, tool: 0 }, effectKey: 'k2' };
  const calls: ExecutionEvent[] = [
    AgentEntered(anAgent({ startedAt: now })),
    EffectIntended(anIntent({ at: now })),
    ModelAnswered(aModelCall({ ...payer, ...times, model, parts: asked, cost: costOf(nanoUsd) })),
    EffectIntended(anIntent({ ...tool, at: now })),
    ToolAnswered(aToolCall({ ...times, input: { order } })),
    ModelAnswered(aModelCall({ ...payer, ...times, model, turn: 1, cost: costOf(nanoUsd) })),
  ];
  const output = { content: `Order ${order}` };
  const left = BlockCompleted({ node: 'agent', blockId: 'agent', input: {}, output, handle: 'source', ...times });
  const spent = spentBy([started, ...calls]);
  const end = ExecutionCompleted({ output, endedAt: now, durationMs: nanoUsd, ...(spent === undefined ? {} : { spent }) });
  const paused = ExecutionPaused({ output: {}, resumeAt: null, pausedAt: now });
  const last = { completed: [left, end], paused: [left, paused] }[rest] ?? [];
  const events = [started, ...calls, ...last];
  await server.database.store.append({ streams: [{ streamId, lifetime: 'run', workspaceId, expected: 0, events, meta: {} }] });
  return streamId;
}

beforeAll(async () => {
  server = await startTestApp();
  const { workspaceId } = server.first;
  const { body } = await owner().post('/api/v1/workflows').send({ workspaceId, name: 'Support' }).expect(200);
  workflowId = body.data.id as string;
  const state = aState([aBlock('start', 'start_trigger'), aBlock('agent', 'function', { name: 'Agent' })], [anEdge('start', 'agent')]);
  await owner().put(`/api/v1/workflows/${workflowId}/state`).send({ state }).expect(200);
  await owner().post(`/api/v1/workflows/${workflowId}/deploy`).expect(200);
  run = await recorded('gpt-a', 2001);
  cheaper = await recorded('gpt-b', 1000, { order: 8 });
  active = await recorded('gpt-a', 5, { rest: 'none' });
  cancelled = await recorded('gpt-c', 3, { rest: 'paused' });
  await owner().post(`/api/workflows/${workflowId}/executions/${cancelled}/cancel`).expect(200);
}, 60_000);
afterAll(() => server.close());

const list = async (query: Record<string, string>): Promise<readonly string[]> => {
  const { body } = await owner()
    .get('/api/v1/logs')
    .query({ workspaceId: server.first.workspaceId, ...query })
    .expect(200);
  return (body.data as { id: string }[]).map(({ id }) => id).toSorted();
};

describe('the log of a run that has called models', () => {
  it('lists its models and its cost to the nano-dollar', async () => {
    const { body } = await owner().get('/api/v1/logs').query({ workspaceId: server.first.workspaceId, executionId: run }).expect(200);
    expect(body.data).toMatchObject([{ id: run, modelsUsed: ['gpt-a'], cost: { total: 0.000_004_002 } }]);
  });

  it('is found by model and by cost', async () => {
    expect(await list({ model: 'gpt-b' })).toEqual([cheaper]);
    expect(await list({ model: 'gpt' })).toEqual([]);
    for (const minCost of ['0.000002001', '2.001e-6']) expect(await list({ minCost })).toEqual([run]);
    expect(await list({ minCost: '0.000002', maxCost: '0.000002' })).toEqual([cheaper]);
  });

  it('tells what each model has used', async () => {
    const { body } = await owner().get(`/api/v1/logs/${run}`).expect(200);
    expect(body.data.executionData.models).toEqual({
      'gpt-a': {
        input: 0.000_002,
        output: 0.000_002_002,
        total: 0.000_004_002,
        calls: 2,
        unpricedCalls: 0,
        tokens: { input: 200, output: 40, total: 240 },
      },
    });
    expect(body.data.executionData.traceSpans[0]).toMatchObject({
      cost: { total: 0.000_004_002 },
      children: [{ name: 'Agent', children: [{ name: 'chat gpt-a' }, { name: 'execute_tool lookup' }, { name: 'chat gpt-a' }] }],
    });
  });

  it('tells in a list what each model has used, together with the history', async () => {
    const query = { workspaceId: server.first.workspaceId, executionId: run, details: 'full', includeFinalOutput: 'true' };
    const { body } = await owner().get('/api/v1/logs').query(query).expect(200);
    expect(body.data[0].executionData.models).toMatchObject({ 'gpt-a': { calls: 2 } });
  });

  it('shows what an active run has spent so far', async () => {
    const { body } = await owner().get(`/api/v1/logs/${active}`).expect(200);
    expect(body.data).toMatchObject({ endedAt: null, cost: { total: 0.000_000_01 }, modelsUsed: ['gpt-a'] });
  });

  it('keeps what a run has spent that is cancelled while it is paused', async () => {
    const query = { workspaceId: server.first.workspaceId, executionId: cancelled };
    const { body: listed } = await owner().get('/api/v1/logs').query(query).expect(200);
    const { body: one } = await owner().get(`/api/v1/logs/${cancelled}`).expect(200);
    for (const entry of [listed.data[0], one.data]) expect(entry).toMatchObject({ modelsUsed: ['gpt-c'], cost: { total: 0.000_000_006 } });
    expect(await list({ model: 'gpt-c' })).toEqual([cancelled]);
  });

  it.each(['completed', 'active', 'cancelled'])('agrees with the status of a run that is %s', async (name) => {
    const id = { completed: run, active, cancelled }[name];
    const { body } = await owner().get(`/api/v1/logs/${id}`).expect(200);
    const { body: status } = await owner().get(`/api/workflows/${workflowId}/executions/${id}`).expect(200);
    expect(status.cost).toEqual(body.data.cost);
    expect(status.cost.total).toBeGreaterThan(0);
  });

  it('lists each call of a model and of a tool once among its effects', async () => {
    const { body } = await owner().get(`/api/v1/logs/executions/${run}/effects`).expect(200);
    expect(body.data).toMatchObject([
      { kind: 'model', target: 'openai/gpt-a', blockName: 'Agent', outcome: 'answered', cost: 0.000_002_001 },
      { kind: 'tool', target: 'lookup', call: { turn: 0, tool: 0 }, outcome: 'answered' },
    ]);
  });

  it('agrees with the usage', async () => {
    const { body } = await owner().get('/api/v1/usage').query({ workspaceId: server.first.workspaceId, groupBy: 'model' }).expect(200);
    expect(body.data).toMatchObject({ calls: 8, cost: 0.000_006_018 });
    const groups = body.data.groups as { model: string | null; cost: number }[];
    expect(Object.fromEntries(groups.map(({ model, cost }) => [model, cost]))).toMatchObject({
      'gpt-a': 0.000_004_012,
      'gpt-b': 0.000_002,
    });
  });
});

describe('GET /api/v1/logs/executions/{executionId}/compare', () => {
  const compare = (id: string, query: Record<string, string>, key = server.first.apiKey) =>
    server.as(key).get(`/api/v1/logs/executions/${id}/compare`).query(query);

  it('shows the answers, tools, tokens, cost and time of two runs, and how they differ', async () => {
    const { body } = await compare(run, { with: cheaper }).expect(200);
    const of = (order: number) => ({
      answer: { content: `Order ${order}` },
      modelCalls: 2,
      tools: [{ name: 'lookup', input: { order }, outcome: 'answered' }],
      tokens: { input: 200, output: 40, total: 240 },
    });
    expect(body.data).toEqual({
      run: expect.objectContaining({ ...of(7), executionId: run, models: ['gpt-a'], cost: { total: 0.000_004_002, unpricedCalls: 0 } }),
      other: expect.objectContaining({ ...of(8), executionId: cheaper, models: ['gpt-b'], status: 'completed', totalDurationMs: 1000 }),
      same: { answer: false, tools: false },
      difference: { modelCalls: 0, tokens: 0, cost: -0.000_002_002, totalDurationMs: -1001 },
    });
  });

  it('finds that a run is the same as itself', async () => {
    const { body } = await compare(run, { with: run }).expect(200);
    expect(body.data).toMatchObject({ same: { answer: true, tools: true }, difference: { tokens: 0, cost: 0, totalDurationMs: 0 } });
  });

  it('does not know the time of an active run', async () => {
    const { body } = await compare(active, { with: run }).expect(200);
    expect(body.data).toMatchObject({ run: { answer: null, totalDurationMs: null }, difference: { totalDurationMs: null } });
  });

  it('requires access to both runs', async () => {
    const { key } = await createUser(server);
    const hidden = await compare(run, { with: cheaper }, key).expect(404);
    const absent = await compare(ids.next(), { with: cheaper }, key).expect(404);
    expect(hidden.body).toEqual(absent.body);
    expect((await compare(run, { with: ids.next() }).expect(404)).body).toEqual(absent.body);
  });

  it.each([{}, { with: '' }])('refuses %p', async (query) => {
    const { body } = await compare(run, query as Record<string, string>).expect(400);
    expect(body.details[0].path).toEqual(['with']);
  });
});
