import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { builtInPlans } from '#kernel/plan/plan.js';
import { startEffectSink, type EffectSink } from '../../support/effect-sink.js';
import { eventually } from '../../support/eventually.js';
import { createUser } from '../../support/issue-key.js';
import { choosePlan, useUpMoney } from '../../support/plans.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { finishedJob } from '../../support/run-api.js';
import { createWorkflow, deployedWorkflow, memberKey } from '../../support/workflow-api.js';
import { aBlock, anEdge, aState } from '../../support/workflow-documents.js';

let server: TestApp;
let workflow: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sluice-plans-'));
  const file = join(folder, 'plans.json');
  const { name: _, ...plan } = builtInPlans.find(({ name }) => name === 'selfhosted') ?? { name: '' };
  const plans = {
    selfhosted: { ...plan, baseChargeUsd: 0.005 },
    ten: { ...plan, concurrentRuns: 10 },
    'three-each': { ...plan, concurrentRunsPerWorkflow: 3 },
  };
  await writeFile(file, JSON.stringify({ plans }));
  // Each process remembers for a moment what an account has spent, and holds tokens of its buckets.
  server = await startTestApp({ inProcess: true, env: { SLUICE_PLANS_FILE: file, SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
  workflow = await deployedWorkflow(server);
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const owner = () => server.as(server.first.apiKey);
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('GET /api/users/me/usage-limits', () => {
  it('reports each figure under all its names', async () => {
    await choosePlan(server, 'pro');
    const { body } = await owner().get('/api/users/me/usage-limits').expect(200);
    const bucket = (rate: number) => ({
      limit: 2 * rate,
      remaining: 2 * rate,
      reset: moment,
      resetAt: moment,
      isLimited: false,
      requestsPerMinute: rate,
      maxBurst: 2 * rate,
    });
    expect(body).toEqual({
      success: true,
      rateLimit: { sync: bucket(150), async: bucket(1000), authType: 'api' },
      usage: { currentPeriodCost: 0, limit: 20, plan: 'pro', isExceeded: false },
      storage: { usedBytes: 0, limitBytes: 50 * 1024 ** 3, percentUsed: 0 },
    });
    await choosePlan(server, 'selfhosted');
  });

  it('tells the money of all members where a plan has some for each of them', async () => {
    const { email } = await createUser(server);
    const members = `/api/v1/organizations/${server.first.organizationId}/members`;
    await owner().post(members).send({ email, role: 'member' }).expect(200);
    await choosePlan(server, 'team');
    const limit = async () => (await owner().get('/api/users/me/usage-limits').expect(200)).body.usage.limit as number;
    await eventually(async () => expect(await limit()).toBe(80), 15_000);
    await choosePlan(server, 'selfhosted');
  });

  it('uses no tokens', async () => {
    const read = async () => (await owner().get('/api/users/me/usage-limits').expect(200)).body.rateLimit.sync.remaining as number;
    const first = await read();
    for (let time = 0; time < 5; time += 1) await read();
    expect(await read()).toBe(first);
  });

  it('needs a key', async () => {
    await server.as().get('/api/users/me/usage-limits').expect(401);
  });
});

const noModels = { calls: 0, unpricedCalls: 0, tokens: 0, ownKeyCost: 0 };
const noTokens = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0 };

describe('GET /api/v1/usage', () => {
  let asyncWorkflow: string;

  beforeAll(async () => {
    asyncWorkflow = await deployedWorkflow(server, 'Another');
    for (let run = 0; run < 3; run += 1) await owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(200);
    const { body } = await owner().post(`/api/workflows/${asyncWorkflow}/execute`).send({ async: true }).expect(202);
    await finishedJob(server, body.jobId as string);
  });

  const usage = (query: Record<string, string>) =>
    owner()
      .get('/api/v1/usage')
      .query({ workspaceId: server.first.workspaceId, ...query });

  it('adds up runs by workflow, sorted by cost', async () => {
    const { body } = await usage({}).expect(200);
    expect(body.data).toEqual({
      workspaceId: server.first.workspaceId,
      organizationId: null,
      groupBy: 'workflow',
      startDate: moment,
      endDate: moment,
      executions: 4,
      ...noModels,
      cost: 0.02,
      groups: [
        { workflowId: workflow, executions: 3, ...noModels, ...noTokens, cost: 0.015 },
        { workflowId: asyncWorkflow, executions: 1, ...noModels, ...noTokens, cost: 0.005 },
      ],
    });
  });

  it.each([
    ['key', () => ({ keyId: server.first.keyId })],
    ['day', () => ({ day: new Date().toISOString().slice(0, 10) })],
    ['model', () => ({ model: null })],
    ['provider', () => ({ provider: null })],
    ['block', () => ({ blockId: null })],
    ['workspace', () => ({ workspaceId: server.first.workspaceId })],
  ])('adds up runs by %s, including asynchronous ones', async (groupBy, name) => {
    const { body } = await usage({ groupBy }).expect(200);
    expect(body.data.groups).toEqual([{ ...name(), executions: 4, ...noModels, ...noTokens, cost: 0.02 }]);
  });

  it('adds up more runs than an integer of 32 bits can count', async () => {
    const day = '2002-05-06';
    await server.database.pool.query(
      `insert into usage_day (workspace_id, day, workflow_id, key_id, model, executions, cost_nano_usd) values ($1, $2, $3, '', '', 3000000000, 0)`,
      [server.first.workspaceId, day, workflow],
    );
    const { body } = await usage({ startDate: '2002-01-01', endDate: '2002-12-31' }).expect(200);
    await server.database.pool.query('delete from usage_day where day = $1', [day]);
    expect(body.data).toMatchObject({ executions: 3_000_000_000 });
  });

  it('covers the requested time span', async () => {
    const { body } = await usage({ startDate: '2001-01-01', endDate: '2001-12-31' }).expect(200);
    expect(body.data).toMatchObject({ executions: 0, cost: 0, groups: [] });
  });

  it('adds up parts of days from the ledger and whole days from their totals, and both are the same', async () => {
    const { rows } = await server.database.pool.query<{ first: Date; last: Date }>(
      'select min(at) as first, max(at) as last from usage_entry',
    );
    const [first, last] = [rows[0]?.first.toISOString() ?? '', rows[0]?.last.toISOString() ?? ''];
    for (const query of [{ startDate: first, endDate: last }, { startDate: first.slice(0, 10) }, { startDate: '2001-01-01T07:00:00Z' }]) {
      const { body } = await usage(query).expect(200);
      expect(body.data).toMatchObject({ executions: 4, cost: 0.02 });
    }
    const { body } = await usage({ startDate: first, endDate: new Date(Date.parse(last) - 1).toISOString() }).expect(200);
    expect(body.data.executions).toBe(3);
  });

  it('accepts the first and the last possible time', async () => {
    const { body } = await usage({ startDate: '0001-01-01', endDate: '9999-12-31T23:59:59.999Z' }).expect(200);
    expect(body.data.executions).toBe(4);
  });

  it.each([
    { groupBy: 'colour' },
    { startDate: 'yesterday' },
    { startDate: '0000-01-01' },
    { endDate: '9999-12-31T23:59:59-14:00' },
    { workspaceId: '' },
  ])('refuses %p', async (query) => {
    const { body } = await usage(query).expect(400);
    expect(body.details[0].path).toEqual(Object.keys(query));
  });

  it('rejects a time span that ends before it starts', async () => {
    const { body } = await usage({ startDate: '2031-03-02', endDate: '2031-03-01' }).expect(400);
    expect(body.details).toEqual([{ path: ['endDate'], message: 'endDate must not be below startDate', code: 'reversed' }]);
  });

  it('requires access to the workspace', async () => {
    const { key } = await createUser(server);
    await server.as(key).get('/api/v1/usage').query({ workspaceId: server.first.workspaceId }).expect(403);
  });
});

describe('GET /api/v1/usage of an organization', () => {
  let second: string;
  const usage = (query: Record<string, string>, key = server.first.apiKey) =>
    server
      .as(key)
      .get('/api/v1/usage')
      .query({ organizationId: server.first.organizationId, ...query });

  beforeAll(async () => {
    const { organizationId } = server.first;
    const { body: made } = await owner().post('/api/v1/workspaces').send({ name: 'Second', organizationId }).expect(200);
    second = made.data.id as string;
    const state = aState([aBlock('start', 'start_trigger')]);
    const details = { workspaceId: second, name: 'There' };
    const { body: created } = await owner().post('/api/v1/workflows').send(details).expect(200);
    const path = `/api/v1/workflows/${created.data.id as string}`;
    await owner().put(`${path}/state`).send({ state }).expect(200);
    await owner().post(`${path}/deploy`).expect(200);
    await owner()
      .post(`/api/workflows/${created.data.id as string}/execute`)
      .send({})
      .expect(200);
    // Another account pays for its runs in a workspace of the organization.
    const stranger = await memberKey(server, 'write');
    await server.as(stranger).post(`/api/workflows/${workflow}/execute`).send({}).expect(200);
  });

  it('lists its cost by workspace', async () => {
    const { body } = await usage({ groupBy: 'workspace' }).expect(200);
    const { body: limits } = await owner().get('/api/users/me/usage-limits').expect(200);
    const [first, other] = body.data.groups as { workspaceId: string; executions: number; cost: number }[];
    expect(first).toMatchObject({ workspaceId: server.first.workspaceId });
    expect(other).toEqual({ workspaceId: second, executions: 1, ...noModels, ...noTokens, cost: 0.005 });
    expect(body.data).toMatchObject({ workspaceId: null, organizationId: server.first.organizationId });
    await eventually(async () => {
      const { body: now } = await owner().get('/api/users/me/usage-limits').expect(200);
      expect(now.usage.currentPeriodCost).toBe(body.data.cost);
    }, 15_000);
    expect(limits.usage.currentPeriodCost).toBeLessThanOrEqual(body.data.cost as number);
  });

  it('excludes the cost of other accounts in its workspaces, unlike the usage of a workspace', async () => {
    const ofWorkspace = async (query: Record<string, string>) => (await owner().get('/api/v1/usage').query(query).expect(200)).body.data;
    const { executions } = await ofWorkspace({ workspaceId: server.first.workspaceId });
    const { groups } = await ofWorkspace({ organizationId: server.first.organizationId, groupBy: 'workspace' });
    expect(executions - groups[0].executions).toBe(1);
  });

  it('adds up parts of days as well', async () => {
    const { body: all } = await usage({}).expect(200);
    const [startDate, endDate] = [new Date(Date.now() - 3_600_000).toISOString(), '2999-01-01T07:00:00Z'];
    const { body } = await usage({ startDate, endDate }).expect(200);
    const { rows } = await server.database.pool.query<{ last: Date }>('select max(at) as last from usage_entry');
    const { body: exact } = await usage({ startDate, endDate: rows[0]?.last.toISOString() ?? '' }).expect(200);
    expect([body.data.executions, exact.data.executions]).toEqual([all.data.executions, all.data.executions]);
  });

  it('is restricted to its admins and owners, and hidden from strangers', async () => {
    const { key, email } = await createUser(server);
    const foreign = await usage({}, key).expect(403);
    const absent = await usage({ organizationId: '00000000-0000-7000-8000-000000000000' }, key).expect(403);
    expect(foreign.body).toEqual(absent.body);
    const members = `/api/v1/organizations/${server.first.organizationId}/members`;
    await owner().post(members).send({ email, role: 'member' }).expect(200);
    await eventually(async () => {
      const { body } = await usage({}, key).expect(403);
      expect(body.error).toBe('Organization admin or owner role required');
    });
  });

  it('excludes a workspace', async () => {
    const { body } = await usage({ workspaceId: server.first.workspaceId }).expect(400);
    expect(body.details[0].path).toEqual(['organizationId']);
  });
});

describe('an account that has reached its cost limit', () => {
  it('gets 402 with the limit and its reset, and loses no token', async () => {
    await choosePlan(server, 'free');
    await useUpMoney(server);
    const refused = await eventually(() => owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(402));
    expect(refused.body).toEqual({
      error: expect.stringMatching(
        /^Usage limit exceeded: \$5\.\d\d+ used of \$5\.00 limit of the free plan .* starts at \d{4}-\d\d-01T00:00:00\.000Z\.$/,
      ),
      code: 'USAGE_LIMIT_EXCEEDED',
    });
    const remaining = refused.headers['x-ratelimit-remaining'];
    const again = await owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(402);
    expect(again.headers['x-ratelimit-remaining']).toBe(remaining);
    const keyed = await owner().post(`/api/workflows/${workflow}/execute`).set('Idempotency-Key', 'new').send({}).expect(402);
    expect(keyed.body.code).toBe('USAGE_LIMIT_EXCEEDED');
    expect(keyed.headers['x-ratelimit-remaining']).toBe(remaining);
    const { body } = await owner().get('/api/users/me/usage-limits').expect(200);
    expect(body.usage).toMatchObject({ limit: 5, plan: 'free', isExceeded: true });
    await owner().get('/api/v1/workspaces').expect(200);
    await choosePlan(server, 'selfhosted');
    await owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(200);
  });
});

describe('a start that is repeated under its Idempotency-Key', () => {
  it('gets its first response although the account has reached its cost limit since', async () => {
    const repeat = () => owner().post(`/api/workflows/${workflow}/execute`).set('Idempotency-Key', 'before the limit').send({ n: 1 });
    const first = await repeat().expect(200);
    await choosePlan(server, 'free');
    await eventually(() => owner().post(`/api/workflows/${workflow}/execute`).send({}).expect(402));
    const second = await repeat().expect(200);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.body.executionId).toBe(first.body.executionId);
    await choosePlan(server, 'selfhosted');
  });
});

describe('concurrent synchronous starts', () => {
  let sink: EffectSink;
  let slow: string;

  beforeAll(async () => {
    // Long enough for all concurrent requests to arrive.
    sink = await startEffectSink(() => 1500);
    const call = {
      subBlocks: { url: { id: 'url', value: sink.url }, method: { id: 'method', value: 'POST' }, body: { id: 'body', value: '{}' } },
    };
    const state = aState([aBlock('start', 'start_trigger'), aBlock('call', 'api', call)], [anEdge('start', 'call')]);
    slow = await createWorkflow(server, { name: 'Slow', state });
    await owner().post(`/api/v1/workflows/${slow}/deploy`).expect(200);
  });
  afterAll(() => sink.close());
  afterEach(() => choosePlan(server, 'selfhosted'));

  async function statuses(starts: number, id = slow): Promise<Response[]> {
    return Promise.all(Array.from({ length: starts }, async () => owner().post(`/api/workflows/${id}/execute`).send({})));
  }
  const refusals = (answers: readonly Response[]) => answers.filter(({ status }) => status === 429);

  it('are limited by the concurrency of the account', async () => {
    await choosePlan(server, 'ten');
    const answers = await statuses(60);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(refusals(answers)).toHaveLength(50);
    expect(refusals(answers)[0]?.body).toEqual({
      error: expect.stringMatching(/^Too many .*: at most 10 runs of one account on the ten plan\. .* in 5 s/),
      code: 'RATE_LIMIT_EXCEEDED',
    });
    expect(sink.seen.size).toBe(10);
  }, 30_000);

  it('are limited by the concurrency of the workflow, without affecting others', async () => {
    await choosePlan(server, 'three-each');
    const [answers, others] = await Promise.all([statuses(20), statuses(3, workflow)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(refusals(answers)).toHaveLength(17);
    expect(refusals(answers)[0]?.body).toEqual({
      error: expect.stringMatching(/^Too many .*: at most 3 runs of one workflow on the three-each plan\. .* in 5 s/),
      code: 'RATE_LIMIT_EXCEEDED',
    });
    expect(refusals(answers)[0]?.headers['retry-after']).toBe('5');
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  }, 30_000);

  it('follow each other when they end without an effect', async () => {
    await choosePlan(server, 'three-each');
    expect(refusals(await statuses(30, workflow))).toEqual([]);
  });
});

describe('active runs', () => {
  /** Simulates a process with this many active runs of the account. */
  async function occupy(runs: number): Promise<void> {
    await server.database.pool.query(
      `insert into work_item (id, kind, workspace_id, stream_id, account_id, workflow_id, priority, turn, due_at, owner, fence, lease_until, attempts)
       select gen_random_uuid(), 'run', $2, gen_random_uuid(), $1, $3, 0, 0, now() + interval '1 hour', $4, 1, now() + interval '1 hour', 1
       from generate_series(1, $5)`,
      [server.first.organizationId, server.first.workspaceId, workflow, server.database.leases.owner, runs],
    );
  }

  const leave = () => server.database.pool.query("delete from work_item where lease_until > now() + interval '30 minutes'");
  const start = (body: object) => owner().post(`/api/workflows/${workflow}/execute`).send(body);

  beforeEach(() => choosePlan(server, 'pro'));
  afterEach(async () => {
    await leave();
    await choosePlan(server, 'selfhosted');
  });

  it('are limited by the plan, and the error names the limit', async () => {
    await occupy(50);
    const refused = await start({}).expect(429);
    expect(refused.body).toMatchObject({ error: expect.stringContaining('at most 50 runs of one account on the pro plan') });
    expect(refused.headers['retry-after']).toBe('5');
    await leave();
    await start({}).expect(200);
  });

  it('take no token from starts that they refuse', async () => {
    const before = Number((await start({}).expect(200)).headers['x-ratelimit-remaining']);
    await occupy(50);
    for (let time = 0; time < 5; time += 1) expect(Number((await start({}).expect(429)).headers['x-ratelimit-remaining'])).toBe(before);
    await start({ stream: true }).expect(429);
    await leave();
    expect(Number((await start({}).expect(200)).headers['x-ratelimit-remaining'])).toBe(before - 1);
  });

  it('make asynchronous starts wait', async () => {
    await occupy(50);
    const jobs: string[] = [];
    for (let time = 0; time < 3; time += 1) jobs.push((await start({ async: true }).expect(202)).body.jobId as string);
    // Other accounts are not affected.
    const other = server.as(await memberKey(server, 'write'));
    const { body } = await other.post(`/api/workflows/${workflow}/execute`).send({ async: true }).expect(202);
    await finishedJob(server, body.jobId as string);
    for (const id of jobs) expect((await owner().get(`/api/jobs/${id}`).expect(200)).body.status).toBe('queued');
    await leave();
    for (const id of jobs) expect((await finishedJob(server, id)).status).toBe('completed');
  });

  it('can be cancelled while they wait', async () => {
    await occupy(50);
    const { body } = await start({ async: true }).expect(202);
    await owner().post(`/api/workflows/${workflow}/executions/${body.executionId}/cancel`).expect(200);
    await leave();
    await eventually(async () => expect((await server.database.pool.query('select 1 from work_item')).rowCount).toBe(0));
  });
});
