import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.js';
import { deployState, functionBlock, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
}, 60_000);
afterAll(() => server.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

async function connected(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  return socket;
}

/** All that comes back on a connection until the server closes it. */
async function exchange(bytes: string): Promise<readonly Answer[]> {
  const socket = await connected();
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  socket.write(bytes);
  await once(socket, 'close');
  return text
    .split(/(?=HTTP\/1\.1 \d)/)
    .filter((part) => part !== '')
    .map(parsed);
}

function parsed(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) };
}

const line = 'GET /health/live HTTP/1.1\r\nHost: x\r\n';
const always = {
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.any(String),
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
};

describe('what is no request', () => {
  it.each([
    ['headers that are too large', `${line}X-Large: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['a line that is none', 'NONSENSE\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['a header that is none', `${line}no colon\r\n\r\n`, 400, 'VALIDATION_FAILED'],
    ['two lengths', `${line}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400, 'VALIDATION_FAILED'],
    ['an expectation that the server does not support', `${line}Expect: miracles\r\n\r\n`, 417, 'EXPECTATION_FAILED'],
    ['two hosts', `${line}Host: y\r\nConnection: close\r\n\r\n`, 400, 'VALIDATION_FAILED'],
    ['no version', 'GET /health/live\r\n\r\n', 400, 'VALIDATION_FAILED'],
    ['no host', 'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION_FAILED'],
  ])('is refused in our words: %s', async (_, bytes, status, code) => {
    const [answer, ...more] = await exchange(bytes);
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ status, headers: { ...always, connection: 'close' }, body: { error: expect.any(String), code } });
    expect(JSON.stringify(answer)).not.toMatch(/HPE_|Parse Error|llhttp/);
  });

  it('can be found in the log', async () => {
    const [answer] = await exchange('NONSENSE\r\n\r\n');
    await eventually(() =>
      expect(server.logLines).toContainEqual(expect.objectContaining({ requestId: answer?.headers['x-request-id'], status: 400 })),
    );
  });

  it('waits until the requests before it have their answers', async () => {
    const id = await deployState(server, inARow(functionBlock('busy', 'for (let i = 0; i < 3e8; i++); return 1')));
    const head = `POST /api/workflows/${id}/execute HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.first.apiKey}\r\n`;
    const answers = await exchange(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}NONSENSE\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('leaves the server alone when the caller is gone', async () => {
    for (let n = 0; n < 5; n += 1) {
      const socket = await connected();
      socket.write('POST /api/workflows/x/execute HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{');
      socket.resetAndDestroy();
    }
    await server.as(server.first.apiKey).get('/api/v1/workspaces').expect(200);
  });
});

describe('a body that is refused before it has arrived', () => {
  const tooMuch = 11 * 1024 * 1024;
  const head = (more: string): string =>
    `POST /api/v1/workspaces HTTP/1.1\r\nHost: x\r\nX-API-Key: ${server.first.apiKey}\r\nContent-Type: application/json\r\n${more}`;
  const chunk = `${(1024 * 1024).toString(16)}\r\n${'x'.repeat(1024 * 1024)}\r\n`;

  it.each([
    ['with its length', () => `${head(`Connection: close\r\nContent-Length: ${tooMuch}\r\n\r\n`)}${'x'.repeat(tooMuch)}`],
    ['in chunks', () => `${head('Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n')}${chunk.repeat(30)}0\r\n\r\n`],
  ])('is answered with 413 also with Connection: close: %s', async (_, bytes) => {
    const [answer, ...more] = await exchange(bytes());
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ status: 413, headers: { connection: 'close' }, body: { code: 'PAYLOAD_TOO_LARGE' } });
  });

  it('is read and dropped up to 128 MiB, then the connection is closed', async () => {
    const socket = await connected();
    socket.on('error', () => undefined).resume();
    socket.write(head('Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n'));
    const most = 200;
    let sent = 0;
    while (sent < most && !socket.destroyed) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined);
      sent += 1;
    }
    socket.destroy();
    expect(sent).toBeGreaterThan(128);
    expect(sent).toBeLessThan(most);
  });

  it('leaves the connection to the next request', async () => {
    const refused = `${head(`Content-Length: ${tooMuch}\r\n\r\n`)}${'x'.repeat(tooMuch)}`;
    const answers = await exchange(`${refused}${line}Connection: close\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([413, 200]);
  });
});
