import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response, Test } from 'supertest';
import { eventually } from '../../support/eventually.js';
import { createUser, issueKey } from '../../support/issue-key.js';
import { choosePlan } from '../../support/plans.js';
import { claimLink, recoveryToken, testPassword, visitor } from '../../support/signed-in.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { deployedWorkflow } from '../../support/workflow-api.js';

let server: TestApp;
let workflow: string;

beforeAll(async () => {
  // Each process holds tokens of a bucket.
  server = await startTestApp({ inProcess: true });
  workflow = await deployedWorkflow(server);
});

afterAll(() => server.close());

/** A user without organization on the default plan, whose account is unused. */
async function stranger(): Promise<string> {
  return (await createUser(server)).key;
}

/** A new organization on a plan, and the key of its owner. */
async function customer(plan: string): Promise<{ key: string; userId: string; email: string }> {
  const { id, key, email } = await createUser(server);
  const owner = server.as(server.first.apiKey);
  const { body } = await owner
    .post('/api/v1/organizations')
    .send({ name: `Customer ${id}`, plan })
    .expect(200);
  await owner.post(`/api/v1/organizations/${body.data.id}/members`).send({ email, role: 'member' }).expect(200);
  const members = `/api/v1/workspaces/${server.first.workspaceId}/members`;
  await owner.post(members).send({ email, permission: 'write' }).expect(200);
  return { key, userId: id, email };
}

function rateOf({ headers }: Response): readonly [limit: number, remaining: number] {
  expect(headers['x-ratelimit-reset']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return [Number(headers['x-ratelimit-limit']), Number(headers['x-ratelimit-remaining'])];
}

function expectNoRate({ headers }: Response): void {
  expect(Object.keys(headers).filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
}

describe('requests of the v1 API', () => {
  it('take a token each from one bucket, and say what is left', async () => {
    const { key } = await customer('free');
    const answers = [await server.as(key).get('/api/v1/workspaces'), await server.as(key).get('/api/v1/users/me/api-keys')];
    expect(answers.map(rateOf)).toEqual([
      [60, 59],
      [60, 58],
    ]);
  });

  it('are rejected with 429 and Retry-After when the bucket is empty, before the body or the database is read', async () => {
    const { key } = await customer('free');
    const client = server.as(key);
    for (let call = 0; call < 60; call += 1) expect((await client.get('/api/v1/blocks')).status).toBe(200);
    const refused = await client.post('/api/v1/workflows').set('Content-Type', 'application/json').send('{broken').expect(429);
    expect(refused.body).toEqual({
      error: expect.stringMatching(/^Rate limit exceeded: 30 API requests per minute and 60 at once on the free plan\. .*Z; .* \d+ s\.$/),
      code: 'RATE_LIMIT_EXCEEDED',
    });
    expect(rateOf(refused)).toEqual([60, 0]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('carry the headers when they are rejected for another reason, and use a token', async () => {
    const client = server.as(await stranger());
    const missing = await client.get('/api/v1/workflows/00000000-0000-7000-8000-000000000000').expect(404);
    const invalid = await client.get('/api/v1/workflows').expect(400);
    expect(rateOf(missing)[1] - rateOf(invalid)[1]).toBe(1);
  });

  it('count for the account, whatever the key, the address or the spelling (AC-76, AC-77, AC-78)', async () => {
    const { key, userId } = await customer('free');
    const other = await issueKey(server, { name: 'other', userId });
    const before = rateOf(await server.as(key).get('/api/v1/workspaces'))[1];
    await server.as(other.key).get('/api/v1/workspaces');
    await server.as(key).head('/api/v1/workspaces');
    await server.as(key).get('/api/v1/workspaces/?x=1').set('X-Forwarded-For', '203.0.113.9');
    expect(rateOf(await server.as(key).get('/api/v1/workspaces'))[1]).toBe(before - 4);
  });

  it('are not counted without a key', async () => {
    expectNoRate(await server.as().get('/api/v1/workspaces').expect(401));
  });
});

describe('starts of runs', () => {
  let key: string;

  beforeEach(async () => ({ key } = await customer('free')));

  const start = (body: object, headers: Record<string, string> = {}) =>
    server.as(key).post(`/api/workflows/${workflow}/execute`).set(headers).send(body);

  it('take from the synchronous or the asynchronous bucket, by body or header', async () => {
    expect(rateOf(await start({}).expect(200))).toEqual([100, 99]);
    expect(rateOf(await start({ async: true }).expect(202))).toEqual([400, 399]);
    expect(rateOf(await start({}, { 'X-Execution-Mode': 'async' }).expect(202))).toEqual([400, 398]);
    expect(rateOf(await start({ stream: true }).expect(200))).toEqual([100, 98]);
  });

  it('report the remaining tokens in the response of a run', async () => {
    const { body } = await start({}).expect(200);
    expect(body.limits.workflowExecutionRateLimit).toEqual({
      sync: { requestsPerMinute: 50, maxBurst: 100, remaining: 99, resetAt: expect.any(String) },
      async: { requestsPerMinute: 200, maxBurst: 400, remaining: 400, resetAt: expect.any(String) },
    });
  });

  it('of people who are signed in take from the bucket of their account', async () => {
    const { key: own, userId, email } = await customer('free');
    await claimLink(server, await recoveryToken(server, userId)).expect(200);
    const page = await visitor(server, email, testPassword);
    expect(rateOf(await page.post(`/api/v1/workflows/${workflow}/run`).send({}).expect(200))).toEqual([100, 99]);
    expect(rateOf(await server.as(own).post(`/api/workflows/${workflow}/execute`).send({}).expect(200))).toEqual([100, 98]);
    expect(rateOf(await page.get('/api/v1/workspaces').expect(200))[0]).toBe(1200);
  });

  it('use a token when their body is rejected, of the bucket that their headers name', async () => {
    const broken = (headers: Record<string, string> = {}) => start({}, { 'Content-Type': 'application/json', ...headers }).send('{');
    expect(rateOf(await broken().expect(400))).toEqual([100, 99]);
    expect(rateOf(await broken({ 'X-Execution-Mode': 'async' }).expect(400))).toEqual([400, 399]);
  });

  it('are rejected with 429 when the bucket is empty, also with a body that is broken, of another type, or a form', async () => {
    for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 20 }, () => start({}).expect(200)));
    const bodies: ((request: Test) => Test)[] = [
      (request) => request.set('Content-Type', 'application/json').send('{'),
      (request) => request.set('Content-Type', 'text/plain').send('x'),
      (request) => request.field('n', '1'),
    ];
    for (const send of bodies) {
      const refused = await send(server.as(key).post(`/api/workflows/${workflow}/execute`)).expect(429);
      expect(refused.body.code).toBe('RATE_LIMIT_EXCEEDED');
      expect(rateOf(refused)).toEqual([100, 0]);
    }
  });

  it('are admitted exactly as often as there are tokens, even concurrently (AC-79)', async () => {
    const send = async (): Promise<Response> => start({});
    const answers: Response[] = [];
    for (let round = 0; round < 5; round += 1) answers.push(...(await Promise.all(Array.from({ length: 60 }, send))));
    const counts = new Map<number, number>();
    for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
    expect(counts.get(200)).toBe(100);
    expect(counts.get(429)).toBe(200);
    const refused = answers.filter(({ status }) => status === 429);
    expect(new Set(refused.map(({ headers }) => headers['x-ratelimit-reset'])).size).toBe(1);
  }, 30_000);
});

describe('reads of jobs, usage limits, status and runs', () => {
  it('use no tokens and have no limit headers', async () => {
    const client = server.as(server.first.apiKey);
    const { body } = await client.post(`/api/workflows/${workflow}/execute`).send({ async: true }).expect(202);
    expectNoRate(await client.get(`/api/jobs/${body.jobId}`).expect(200));
    expectNoRate(await client.get('/api/users/me/usage-limits').expect(200));
    expectNoRate(await client.get(`/api/workflows/${workflow}/status`).expect(200));
    expectNoRate(await client.get(`/api/workflows/${workflow}/executions/${body.executionId}`).expect(200));
  });
});

describe('a changed plan', () => {
  it('takes effect at once, and used tokens stay used', async () => {
    const client = server.as(server.first.apiKey);
    await choosePlan(server, 'free');
    const before = rateOf(await client.post(`/api/workflows/${workflow}/execute`).send({}).expect(200));
    await choosePlan(server, 'pro');
    const after = rateOf(await client.post(`/api/workflows/${workflow}/execute`).send({}).expect(200));
    expect([before[0], after[0]]).toEqual([100, 300]);
    expect(300 - after[1]).toBe(100 - before[1] + 1);
    await choosePlan(server, 'selfhosted');
  });

  it('must be in the catalogue', async () => {
    const path = `/api/v1/organizations/${server.first.organizationId}`;
    const { body } = await server.as(server.first.apiKey).patch(path).send({ plan: 'gold' }).expect(400);
    expect(body.details).toEqual([{ path: ['plan'], message: expect.stringContaining('selfhosted'), code: 'not_allowed' }]);
  });
});

describe('without the store of the buckets', () => {
  it('requests are limited to a share of the rate, and health reports it (AC-80)', async () => {
    const { key } = await customer('free');
    const health = async (): Promise<unknown> => (await server.as().get('/health/ready')).body.checks.limits as unknown;
    await server.database.pool.query('alter table rate_bucket rename to rate_bucket_gone');
    try {
      const statuses: number[] = [];
      for (let call = 0; call < 60; call += 1) statuses.push((await server.as(key).get('/api/v1/blocks')).status);
      const admitted = statuses.filter((status) => status === 200).length;
      expect(admitted).toBeGreaterThan(0);
      expect(admitted).toBeLessThanOrEqual(30);
      expect(statuses.at(-1)).toBe(429);
      expect(await health()).toEqual({ status: 'slow', kept: 'local' });
      expect(server.logLines).toContainEqual(expect.objectContaining({ channel: 'sec', event: 'limiter.degraded' }));
    } finally {
      await server.database.pool.query('alter table rate_bucket_gone rename to rate_bucket');
    }
    await eventually(async () => {
      await server.as(key).get('/api/v1/blocks').expect(200);
      expect(await health()).toEqual({ status: 'ok', kept: 'together' });
    });
  });
});
