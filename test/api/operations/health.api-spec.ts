import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Drain } from '#edge/gate/drain.js';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  // Each process tells of itself.
  server = await startTestApp({ inProcess: true });
}, 60_000);
afterAll(() => server.close());

describe('GET /health/live', () => {
  it('answers without a key', async () => {
    const { status, body } = await server.as().get('/health/live');
    expect([status, body]).toEqual([200, { status: 'alive' }]);
  });

  it.each(['/health/live', '/health/ready', '/metrics'])('answers 405 to a POST of %s', async (path) => {
    const { status, body, headers } = await server.as().post(path).send({});
    expect([status, body.code, headers.allow]).toEqual([405, 'METHOD_NOT_ALLOWED', 'GET, HEAD']);
  });
});

describe('GET /health/ready', () => {
  it('says without a key that all is well, in names and numbers', async () => {
    const { status, body } = await server.as().get('/health/ready');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'ready',
      draining: false,
      checks: {
        database: { status: 'ok', latencyMs: expect.any(Number) },
        appends: { status: 'ok', waiting: 0 },
        limits: { status: 'ok', kept: 'together' },
        signals: { status: 'ok', carrier: 'postgres' },
        migrations: { status: 'ok', pending: 0 },
        queue: { status: 'ok', waiting: 0, running: 0, oldestDueMs: 0 },
        horizon: { status: 'ok', ageMs: expect.any(Number) },
        projections: {
          status: 'ok',
          views: expect.arrayContaining([
            { name: 'execution-log', lagMs: expect.any(Number), lagEvents: expect.any(Number), deadLetters: 0 },
          ]),
        },
        audit: { status: 'ok', lagMs: expect.any(Number), lagEvents: expect.any(Number) },
      },
    });
    expect(JSON.stringify(body)).not.toContain(new URL(server.connectionString).host);
  });

  it('shows work that no process claims and projections that no process runs', async () => {
    const idle = await startTestApp({ beside: server });
    await idle.database.projections.stop();
    await server.database.projections.stop();
    await idle.database.worker.drain(0);
    await server.database.worker.drain(0);
    await server.database.pool.query(
      `insert into work_item (id, kind, workspace_id, stream_id, priority, turn, due_at, fence, attempts)
       values (gen_random_uuid(), 'job', gen_random_uuid(), gen_random_uuid(), 0, 0, now() - interval '5 minutes', 0, 0)`,
    );
    await server.database.pool.query(
      `insert into ledger_event (stream_id, version, type, schema_version, data, meta, at)
       values (gen_random_uuid(), 1, 'made.up', 1, '{}', '{}', now() - interval '2 minutes')`,
    );
    await eventually(async () => {
      const { status, body } = await idle.as().get('/health/ready');
      expect(body).toMatchObject({
        status: 'degraded',
        checks: { queue: { status: 'slow', waiting: 1 }, projections: { status: 'slow' } },
      });
      expect(body.checks.queue.oldestDueMs).toBeGreaterThanOrEqual(300_000);
      expect(status).toBe(200);
    });
    await idle.close();
  });

  it('turns to 503 as soon as the process begins to stop, while it still answers', async () => {
    const leaving = await startTestApp({ beside: server });
    leaving.app.get(Drain).begin();
    const { status, body, headers } = await leaving.as().get('/health/ready');
    expect(status).toBe(503);
    expect(body).toMatchObject({ error: 'This process is stopping', code: 'UNAVAILABLE', status: 'unavailable', draining: true });
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await leaving.as().get('/health/live')).status).toBe(200);
    await leaving.close();
  });

  it('turns to 503 without the database, and recovers with it', async () => {
    const cut = await startTestApp({ beside: server });
    const name = new URL(server.connectionString).pathname.slice(1);
    const admin = new URL(server.connectionString);
    admin.pathname = '/postgres';
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: admin.href });
    await client.connect();
    await client.query(`alter database "${name}" with allow_connections false`);
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [name]);
    await eventually(async () => {
      const { status, body } = await cut.as().get('/health/ready');
      expect([status, body.code, body.checks.database]).toEqual([503, 'UNAVAILABLE', { status: 'failing', latencyMs: null }]);
    });
    expect((await cut.as().get('/metrics')).text).toContain('sluice_database_up 0');
    await client.query(`alter database "${name}" with allow_connections true`);
    await client.end();
    await eventually(async () => expect((await cut.as().get('/health/ready')).status).toBe(200));
    await cut.close();
  });
});
