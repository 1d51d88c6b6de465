import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  // The tests break the server from within.
  server = await startTestApp({ inProcess: true });
}, 60_000);
afterAll(() => server.close());

const linesOf = (id: string): readonly Readonly<Record<string, unknown>>[] => server.logLines.filter(({ requestId }) => requestId === id);

describe('an unexpected failure', () => {
  it('is logged with its stack, and its response does not name the cause', async () => {
    await server.database.pool.query('alter table workspace rename to elsewhere');
    const answer = await server
      .as(server.first.apiKey)
      .post('/api/v1/users')
      .set('X-Request-Id', 'works')
      .send({ email: 'before@example.org', name: 'secret name' });
    expect(answer.status).toBe(500);
    expect(answer.text).toBe('{"error":"Internal server error","code":"INTERNAL"}');
    expect(answer.headers['x-request-id']).toBe('works');
    expect(linesOf('works')).toMatchObject([
      { channel: 'err', level: 50, error: { message: expect.stringContaining('workspace'), stack: expect.any(String), code: '42P01' } },
      { channel: 'acc', level: 30, status: 500, reason: 'INTERNAL' },
    ]);
    expect(JSON.stringify(server.logLines)).not.toContain('secret name');
    await server.database.pool.query('alter table elsewhere rename to workspace');
  });

  it('of a connection is an answer, and the next request works', async () => {
    const { pool } = server.database;
    const all = Array.from({ length: 30 }, (_, index) => server.as(server.first.apiKey).get(`/api/v1/users?limit=${index + 1}`));
    const answers = Promise.all(all.map(async (request) => (await request).status));
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    for (const status of await answers) expect([200, 503]).toContain(status);
    await eventually(() => server.as(server.first.apiKey).get('/api/v1/users').expect(200));
  });
});
