import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createUser } from '../../support/issue-key.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let good: string;
let bad: string;

const owner = () => server.as(server.first.apiKey);
const figures = (of: 'summary' | 'errors', query: object = {}) =>
  owner()
    .get(`/api/v1/logs/${of}`)
    .query({ workspaceId: server.first.workspaceId, ...query });

beforeAll(async () => {
  server = await startTestApp();
  good = await deployState(server, inARow(functionBlock('count', 'return 1')));
  bad = await deployState(server, inARow(functionBlock('find', 'throw new Error("Order " + <start.n> + " is gone")')));
  for (const n of [1, 2, 3]) {
    await owner().post(`/api/workflows/${good}/execute`).send({}).expect(200);
    await owner().post(`/api/workflows/${bad}/execute`).send({ n }).expect(500);
  }
  expect(await server.database.projections.upToDate('execution-log', 30_000)).toBe(true);
}, 60_000);
afterAll(() => server.close());

const sum = (buckets: readonly Readonly<Record<string, number>>[], name: string): number =>
  buckets.reduce((all, bucket) => all + (bucket[name] ?? 0), 0);

describe('GET /api/v1/logs/summary', () => {
  it('counts runs by outcome, with their durations and cost', async () => {
    const { body } = await figures('summary').expect(200);
    const counts = ['started', 'completed', 'failed', 'cancelled'].map((name) => sum(body.data, name));
    expect(counts).toEqual([6, 3, 3, 0]);
    expect(body.data[0]).toEqual({
      at: expect.stringMatching(/:00:00\.000Z$/),
      workflowId: null,
      started: expect.any(Number),
      completed: expect.any(Number),
      failed: expect.any(Number),
      cancelled: 0,
      p50Ms: expect.any(Number),
      p95Ms: expect.any(Number),
      p99Ms: expect.any(Number),
      costUsd: expect.any(Number),
    });
    const listed = await owner().get('/api/v1/logs').query({ workspaceId: server.first.workspaceId });
    const costs = listed.body.data.map(({ cost }: { cost: { total: number } | null }) => cost?.total ?? 0) as number[];
    expect(sum(body.data, 'costUsd')).toBeCloseTo(
      costs.reduce((all, cost) => all + cost, 0),
      9,
    );
  });

  it('has figures for each workflow, or for some', async () => {
    const { body } = await figures('summary', { groupBy: 'workflow', bucket: '1d' }).expect(200);
    const failed = body.data.filter(({ workflowId }: { workflowId: string }) => workflowId === bad);
    expect([sum(failed, 'failed'), sum(failed, 'completed')]).toEqual([3, 0]);
    const some = await figures('summary', { workflowIds: good }).expect(200);
    expect([sum(some.body.data, 'started'), sum(some.body.data, 'failed')]).toEqual([3, 0]);
  });

  it('counts nothing outside its time', async () => {
    const { body } = await figures('summary', { from: '2020-01-01', to: '2020-01-02' }).expect(200);
    expect(body).toEqual({ data: [], since: '2020-01-01T00:00:00.000Z' });
  });

  it.each([
    [{ from: '2020-01-01', to: '2026-01-01', bucket: '5m' }, 'bucket'],
    [{ from: '2020-01-02', to: '2020-01-01' }, 'to'],
    [{ bucket: '1w' }, 'bucket'],
    [{ groupBy: 'mood' }, 'groupBy'],
  ])('refuses %j and names the field', async (query, field) => {
    const { body } = await figures('summary', query).expect(400);
    expect(body.details.map(({ path }: { path: string[] }) => path[0])).toEqual([field]);
  });
});

describe('GET /api/v1/logs/errors', () => {
  it('puts failed runs together whose errors differ in numbers only', async () => {
    const { body } = await figures('errors').expect(200);
    expect(body.data).toEqual([
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
        workflowId: bad,
        pattern: expect.stringContaining('Order <n> is gone'),
        count: 3,
        firstAt: expect.stringMatching(/Z$/),
        lastAt: expect.stringMatching(/Z$/),
        lastExecutionId: expect.any(String),
        lastError: expect.stringContaining('Order 3 is gone'),
      },
    ]);
    expect((await figures('errors', { workflowIds: good })).body.data).toEqual([]);
  });

  it('answers a foreign and an absent workspace with the same bytes', async () => {
    const { key } = await createUser(server);
    const ask = (workspaceId: string) => server.as(key).get('/api/v1/logs/errors').query({ workspaceId });
    const [foreign, absent] = [await ask(server.first.workspaceId), await ask('0199a1b2-0000-7000-8000-00000000dead')];
    expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text]);
  });
});
