import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const secret = 'whsec-4fb1-very-secret';
let server: TestApp;
let receiver: Server;
let url: string;
const received: { readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      const isFirst = received.length === 1;
      response.writeHead(isFirst ? 503 : 200, { 'content-type': 'application/json', 'x-key': String(request.headers['x-key']) });
      response.end(JSON.stringify({ heard: request.headers['x-key'] }));
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  server = await startTestApp({ env: { SLUICE_OUTBOUND_ALLOW: '127.0.0.1' } });
});
afterAll(async () => {
  await server.close();
  receiver.closeAllConnections();
  receiver.close();
});

describe('a webhook', () => {
  it('can be checked by its receiver, is one delivery however often it is sent, and never reveals its secret', async () => {
    const owner = server.as(server.first.apiKey);
    await owner
      .put(`/api/v1/workspaces/${server.first.workspaceId}/environment`)
      .send({ variables: { HOOK: secret } })
      .expect(200);
    // The receiver says the secret back: even that is not kept.
    const fields = { url, body: '{"name": "<start.name>"}', secret: '{{HOOK}}', headers: { 'X-Key': secret }, retries: 1, retryDelayMs: 1 };
    const id = await deployState(server, inARow(blockWith('tell', 'webhook_request', fields)));
    const answer = await owner.post(`/api/workflows/${id}/execute`).send({ name: 'Zoë 🎈' }).expect(200);

    expect(received).toHaveLength(2);
    for (const { headers, body } of received) {
      const [t, v1] = String(headers['x-webhook-signature'])
        .split(',')
        .map((part) => part.split('=')[1]);
      expect(v1).toBe(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
      expect(headers['x-webhook-timestamp']).toBe(t);
      expect(headers['idempotency-key']).toBe(headers['x-delivery-id']);
      expect(body.toString()).toBe('{"name":"Zoë 🎈"}');
    }
    expect(new Set(received.map(({ headers }) => headers['x-delivery-id'])).size).toBe(1);
    expect(answer.body.output).toMatchObject({ data: { heard: '{{secret}}' }, status: 200, headers: { 'x-key': '{{secret}}' } });
    const { rows } = await server.database.pool.query<{ row: string }>('select run_event::text as row from run_event');
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
    expect(JSON.stringify(server.logLines)).not.toContain(secret);
  });
});
