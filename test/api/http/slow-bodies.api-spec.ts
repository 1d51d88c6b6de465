import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { OverloadGate } from '#edge/gate/overload-gate.js';
import { eventually } from '../../support/eventually.js';
import { sendRaw, type RawConnection } from '../../support/raw-exchange.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const env = { SLUICE_MAX_REQUESTS: '4', SLUICE_MAX_ANONYMOUS_REQUESTS: '4', SLUICE_MAX_ANONYMOUS_REQUESTS_PER_ADDRESS: '4' };
const form = 'Content-Type: application/x-www-form-urlencoded\r\n';

let server: TestApp;
let open: RawConnection[] = [];

beforeAll(async () => {
  // Places are counted in each process.
  server = await startTestApp({ inProcess: true, env });
}, 60_000);
afterEach(() => {
  for (const { socket } of open) socket.destroy();
  open = [];
});
afterAll(() => server.close());

async function begin(to: TestApp, path: string, headers: string): Promise<RawConnection> {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 1000\r\n\r\n`;
  const connection = await sendRaw(to.url, `${head}{`);
  open.push(connection);
  return connection;
}

function arriving(): number {
  return server.app.get(OverloadGate).arriving;
}

const keyed = (to: TestApp): string => `Content-Type: application/json\r\nX-API-Key: ${to.first.apiKey}\r\n`;

describe('a body that arrives slowly', () => {
  it('of a public form takes no place from others', async () => {
    for (let count = 0; count < 12; count += 1) await begin(server, '/resume/a/b', form);
    await eventually(() => expect(arriving()).toBe(4));
    await server.as(server.first.apiKey).get('/api/v1/workspaces').expect(200);
    await server.as(server.first.apiKey).post('/api/v1/workspaces').send({ name: 'in between' }).expect(200);
    await server.as().post('/resume/a/b').type('form').send({ token: 'x' }).expect(401);
  });

  it('with a key takes no place from others', async () => {
    for (let count = 0; count < 12; count += 1) await begin(server, '/api/v1/workspaces', keyed(server));
    await eventually(() => expect(arriving()).toBe(2));
    await server.as(server.first.apiKey).get('/api/v1/workspaces').expect(200);
    await server.as(server.first.apiKey).post('/api/v1/workspaces').send({ name: 'in between' }).expect(200);
  });

  it('gives way to a newer one when too many arrive, with an answer', async () => {
    for (let count = 0; count < 5; count += 1) await begin(server, '/resume/a/b', form);
    await eventually(() => expect(open.filter(({ text }) => text().startsWith('HTTP/1.1 503 '))).toHaveLength(1));
    const refused = open.find(({ text }) => text() !== '');
    expect(refused?.text()).toMatch(/\r\nRetry-After: 1\r\n[^]*\r\nConnection: close\r\n[^]*"code":"UNAVAILABLE"/i);
    expect(server.logLines).toContainEqual(expect.objectContaining({ channel: 'acc', status: 503, reason: 'displaced-body' }));
  });

  it('is answered with 408 when its time is over', async () => {
    const hasty = await startTestApp({ env: { SLUICE_BODY_TIMEOUT: '1s' }, beside: server });
    for (const headers of [form, keyed(hasty)]) {
      const { socket, text } = await begin(hasty, headers === form ? '/resume/a/b' : '/api/v1/workspaces', headers);
      await once(socket, 'close');
      expect(text()).toMatch(
        /^HTTP\/1\.1 408 [^]*\r\nConnection: close\r\n[^]*"error":"The request body arrived too slowly","code":"TIMEOUT"/,
      );
    }
    await hasty.close();
  }, 30_000);

  it('of an upload is answered with 408 below the least rate, whatever the deadline is', async () => {
    const hasty = await startTestApp({ env: { SLUICE_BODY_TIMEOUT: '1s' }, beside: server });
    const type = 'Content-Type: multipart/form-data; boundary=x\r\n';
    const { socket, text } = await begin(hasty, '/api/v1/files', `${type}X-API-Key: ${hasty.first.apiKey}\r\n`);
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 408 /);
    await hasty.close();
  }, 60_000);
});

describe('headers that arrive slowly', () => {
  it('are answered with 408, and their connection is closed', async () => {
    const { socket, text } = await sendRaw(server.url, 'GET /health/live HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const drip = setInterval(() => socket.write('x'), 1000);
    await eventually(() => expect(text()).toMatch(/^HTTP\/1\.1 408 /), 20_000);
    clearInterval(drip);
    socket.destroy();
  }, 60_000);
});
