import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { eventually } from '../../support/eventually.js';
import { functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** The clock of a machine that is not synchronised. */
class SkewedClock extends Clock {
  constructor(private readonly aheadMs: number) {
    super();
  }

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }
}

const hourMs = 3_600_000;
let server: TestApp;
let workflow: string;
const started: TestApp[] = [];

beforeAll(async () => {
  server = await startTestApp();
  const api = server.as(server.first.apiKey);
  const { body } = await api.post('/api/v1/workflows/import').send({
    workspaceId: server.first.workspaceId,
    workflow: { version: '1.0', state: { ...inARow(functionBlock('work', 'return 42')), metadata: { name: 'Work' } } },
  });
  workflow = body.data.id as string;
  await api.post(`/api/v1/workflows/${workflow}/deploy`).expect(200);
}, 60_000);
afterEach(async () => {
  for (const app of started.splice(0)) await app.close();
});
afterAll(() => server.close());

async function startWithClock(aheadMs: number): Promise<TestApp> {
  const app = await startTestApp({ beside: server, clock: new SkewedClock(aheadMs) });
  started.push(app);
  return app;
}

describe('a process whose clock differs from that of the database', () => {
  it.each([hourMs, -hourMs])('queues jobs that are due at once, at whatever time it believes it is (%i ms ahead)', async (aheadMs) => {
    const app = await startWithClock(aheadMs);
    await app.database.worker.drain(0);
    const { body } = await app.as(server.first.apiKey).post(`/api/workflows/${workflow}/execute`).send({ async: true }).expect(202);
    await eventually(async () => {
      const job = await server.as(server.first.apiKey).get(`/api/jobs/${body.jobId}`);
      expect(job.body.status).toBe('completed');
    });
  });

  it('keeps the lease of a run that it drives itself', async () => {
    const app = await startWithClock(-hourMs);
    const work = { id: server.first.keyId, kind: 'test', workspaceId: server.first.workspaceId, streamId: server.first.keyId };
    const { write } = app.database.queue.addHeld(work, app.database.leases.owner, new SkewedClock(-hourMs).now());
    await app.database.store.append({ streams: [], writes: [write] });
    const { rows } = await server.database.pool.query(`select lease_until > now() as held from work_item where id = $1`, [work.id]);
    expect(rows).toEqual([{ held: true }]);
    await server.database.pool.query('delete from work_item where id = $1', [work.id]);
  });

  it.each([
    [hourMs, 503, 'failing', '3600 s ahead of'],
    [-hourMs, 503, 'failing', '3600 s behind'],
    [10_000, 200, 'slow', '10 s ahead of'],
  ])('says so in its readiness and in its log (%i ms ahead)', async (aheadMs, expectedStatus, check, words) => {
    const app = await startWithClock(aheadMs);
    const { status, body } = await app.as().get('/health/ready');
    expect({ status, clock: body.checks.clock.status }).toEqual({ status: expectedStatus, clock: check });
    expect(Math.round(body.checks.clock.skewMs / 1000)).toBe(aheadMs / 1000);
    await eventually(() =>
      expect(app.logLines).toContainEqual(expect.objectContaining({ level: 40, msg: expect.stringContaining(words) })),
    );
    expect((await app.as().get('/metrics')).text).toMatch(/^sluice_clock_skew_seconds -?\d+/m);
  });
});
