import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { startGatedServer, type GatedServer } from '../../support/gated-server.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;
let beside: TestApp;
let outside: GatedServer;
let calling: string;

beforeAll(async () => {
  const env = { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' };
  server = await startTestApp({ env });
  beside = await startTestApp({ env, beside: server });
  outside = await startGatedServer();
  calling = await deployState(server, inARow(blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}' })));
});
afterAll(async () => {
  await beside.close();
  await server.close();
  await outside.close();
});

async function takeOver(): Promise<void> {
  const { queue, leases, pool } = beside.database;
  const { rows } = await pool.query<{ id: string }>('select id from work_item');
  const id = rows[0]?.id ?? '';
  expect(await queue.take(leases.owner, id)).toBe(2);
  await queue.release(leases.owner, [id]);
}

describe('a synchronous run that another process takes over', () => {
  it('is answered with 503 and its id, and the same request gets its result later', async () => {
    const request = () =>
      server.as(server.first.apiKey).post(`/api/workflows/${calling}/execute`).set('Idempotency-Key', 'taken-over').send({ n: 1 });
    const asked = request().then((answer) => answer);
    await eventually(() => expect(outside.keys).toHaveLength(1));
    await takeOver();
    outside.open();

    const { status, headers, body } = await asked;
    expect({ status, retryAfter: headers['retry-after'], code: body.code }).toEqual({ status: 503, retryAfter: '1', code: 'UNAVAILABLE' });
    expect(body.error).toContain(headers['x-execution-id']);
    const repeated = await eventually(async () => {
      const answer = await request();
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(repeated.headers).toMatchObject({ 'idempotent-replayed': 'true', 'x-execution-id': headers['x-execution-id'] });
    expect(repeated.body).toMatchObject({ success: true, output: { data: { stored: true } } });
    expect(new Set(outside.keys).size).toBe(1);
  });
});
