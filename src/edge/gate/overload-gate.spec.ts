import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { eventually } from '../../../test/support/eventually.js';
import { createLogger } from '#host/logging/logger.js';
import { OverloadGate } from './overload-gate.js';

const bounds = { most: 2, anonymous: { most: 1, mostOfAddress: 1 }, bodies: { timeoutMs: 30_000, leastRate: 4096 } };

let server: Server;
let address: string;
let working: Response[];
let gate: OverloadGate;
let logLines: Record<string, unknown>[];
let windows: number[];

beforeEach(async () => {
  working = [];
  logLines = [];
  windows = [];
  const app = express();
  app.use((request, _response, next) => {
    if (request.place?.turnsAway() !== true) next();
  });
  app.get('/work', (_request, response) => void working.push(response));
  app.post('/form', (request, response) => {
    const userId = request.headers['x-api-key'];
    if (userId !== undefined) request.caller = { userId } as NonNullable<Request['caller']>;
    request.place?.awaitBody(false);
    request.resume().once('end', () => {
      try {
        request.place?.beginWork();
        working.push(response);
      } catch (error) {
        response.status(503).json({ error: (error as Error).message });
      }
    });
  });
  app.get(
    [
      '/health/live',
      '/metrics',
      '/docs',
      '/docs/plain',
      '/openapi.json',
      '/api/workflows/w/executions/e/stream',
      '/api/v1/logs/executions/e/events',
    ],
    (_request, response) => void response.json({}),
  );
  server = createServer(app);
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void logLines.push(JSON.parse(line) as Record<string, unknown>) });
  gate = new OverloadGate({ ...bounds, queues: [], onWindow: (requests) => void windows.push(requests), logger });
  gate.guard(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

async function fill(): Promise<Promise<globalThis.Response>[]> {
  const answers = [fetch(`${address}/work`), fetch(`${address}/work`)];
  await eventually(() => expect(working).toHaveLength(2));
  return answers;
}

it('says at the end of each window how many requests are in progress', async () => {
  await eventually(() => expect(windows).toContain(0));
  const answers = await fill();
  await eventually(() => expect(windows.at(-1)).toBe(2));
  for (const response of working) response.json({});
  await Promise.all(answers);
  await eventually(() => expect(windows.at(-1)).toBe(0));
});

describe('a process with as many requests as it works on at once', () => {
  it('answers further requests with 503 and Retry-After at once', async () => {
    const answers = await fill();
    const refused = await fetch(`${address}/work`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toEqual({ error: expect.any(String), code: 'UNAVAILABLE' });
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
    for (const response of working) response.json({});
    await Promise.all(answers);
  });

  it('keeps the connections of those it refuses, names their requests, and reads no body', async () => {
    const answers = await fill();
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    for (let request = 1; request <= 3; request += 1) {
      socket.write(`POST /work HTTP/1.1\r\nHost: x\r\nX-Request-Id: number-${request}\r\nContent-Length: 7\r\n\r\n{broken`);
      await eventually(() => expect(text).toMatch(new RegExp(`X-Request-Id: number-${request}\r\n`)));
    }
    expect(text.match(/HTTP\/1\.1 503 /g)).toHaveLength(3);
    expect(text.match(/Connection: keep-alive\r\n/g)).toHaveLength(3);
    socket.destroy();
    for (const response of working) response.json({});
    await Promise.all(answers);
  });

  it('logs how many it refused, in one line a second', async () => {
    const answers = await fill();
    for (let request = 0; request < 5; request += 1) await fetch(`${address}/work`);
    const counts = (): number[] => logLines.filter(({ event }) => event === 'overload').map(({ refused }) => Number(refused));
    await eventually(() => expect(counts().reduce((sum, count) => sum + count, 0)).toBe(5));
    expect(counts().length).toBeLessThanOrEqual(2);
    expect(gate.refused).toBe(5);
    for (const response of working) response.json({});
    await Promise.all(answers);
  });

  it('admits the next request when one is done', async () => {
    const answers = await fill();
    working.shift()?.json({ done: true });
    await answers[0];
    const next = fetch(`${address}/work`);
    await eventually(() => expect(working).toHaveLength(2));
    for (const response of working) response.json({});
    expect((await next).status).toBe(200);
    await Promise.all(answers);
  });

  it('admits the next request when a caller went away', async () => {
    const leaving = new AbortController();
    const left = fetch(`${address}/work`, { signal: leaving.signal }).catch(() => 'gone');
    const stays = fetch(`${address}/work`);
    await eventually(() => expect(working).toHaveLength(2));
    leaving.abort();
    expect(await left).toBe('gone');
    await eventually(async () => {
      const answer = fetch(`${address}/work`);
      await Promise.race([answer, eventually(() => expect(working.length).toBeGreaterThan(2), 500)]);
      expect(working.length).toBeGreaterThan(2);
    });
    for (const response of working) if (!response.destroyed) response.json({});
    await stays;
  });

  it.each(['/health/live', '/metrics', '/metrics?name=x', '/docs', '/docs/plain', '/openapi.json', '/api/workflows/w/executions/e/stream'])(
    'still answers %s',
    async (path) => {
      const answers = await fill();
      expect((await fetch(`${address}${path}`)).status).toBe(200);
      for (const response of working) response.json({});
      await Promise.all(answers);
    },
  );

  it.each([
    ['POST', '/work?from=/api/workflows/w/executions/e/stream'],
    ['GET', '/work?from=/executions/e/stream'],
    ['GET', '/x/api/workflows/w/executions/e/stream'],
    ['POST', '/health/live'],
    ['POST', '/api/workflows/w/executions/e/stream'],
  ])('refuses %s %s, which only looks like one that is always answered', async (method, path) => {
    const answers = await fill();
    expect((await fetch(`${address}${path}`, { method })).status).toBe(503);
    for (const response of working) response.json({});
    await Promise.all(answers);
  });

  it('still answers streams of the log, and refuses pages at the same address', async () => {
    const answers = await fill();
    const path = `${address}/api/v1/logs/executions/e/events?after=3`;
    expect((await fetch(path, { headers: { Accept: 'text/event-stream' } })).status).toBe(200);
    expect((await fetch(path)).status).toBe(503);
    for (const response of working) response.json({});
    await Promise.all(answers);
  });
});

describe('a request whose body is arriving', () => {
  /** Sends the headers of a form and the first byte of its body. */
  async function begin(headers = ''): Promise<Socket & { readonly text: () => string }> {
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
    socket.write(`POST /form HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 2\r\n\r\na`);
    return Object.assign(socket, { text: () => text });
  }

  it('takes no place from others', async () => {
    const slow = [await begin('X-API-Key: k\r\n'), await begin('X-API-Key: l\r\n'), await begin()];
    await eventually(() => expect(gate.arriving).toBe(3));
    const answers = await fill();
    for (const response of working) response.json({});
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    for (const socket of slow) socket.destroy();
    await eventually(() => expect(gate.arriving).toBe(0));
  });

  it('gets its place when the body has arrived, or 503', async () => {
    const [first, second] = [await begin('X-API-Key: k\r\n'), await begin('X-API-Key: l\r\n')];
    await eventually(() => expect(gate.arriving).toBe(2));
    first.write('b');
    await eventually(() => expect(working).toHaveLength(1));
    const other = fetch(`${address}/work`);
    await eventually(() => expect(working).toHaveLength(2));
    second.write('b');
    await eventually(() => expect(second.text()).toMatch(/^HTTP\/1\.1 503 /));
    expect(gate.refused).toBe(1);
    for (const response of working) response.json({});
    await other;
    await eventually(() => expect(first.text()).toMatch(/^HTTP\/1\.1 200 /));
    for (const socket of [first, second]) socket.destroy();
  });
});

describe('a body that waits for its turn after it has arrived', () => {
  it('is not cut off as slow', async () => {
    const ready: (() => void)[] = [];
    const impatient = createServer((request, response) => {
      const { place } = request as Request;
      place?.awaitBody(false);
      request.resume().once('end', () => {
        ready.push(() => {
          place?.beginWork();
          response.end();
        });
      });
    });
    const logger = createLogger({ logLevel: 'fatal' });
    const places = { most: 4, mostOfAddress: 4 };
    new OverloadGate({ most: 4, anonymous: places, bodies: { timeoutMs: 1, leastRate: 4096 }, queues: [], logger }).guard(impatient);
    impatient.listen(0, '127.0.0.1');
    await once(impatient, 'listening');
    const { port } = impatient.address() as AddressInfo;
    // Headers and body in one packet: there is no time at which a part of it is missing.
    const arrived = connect(port, '127.0.0.1');
    arrived.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab');
    await eventually(() => expect(ready).toHaveLength(1));
    const arriving = connect(port, '127.0.0.1');
    arriving.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\na');
    const [cutOff] = (await once(arriving, 'data')) as [Buffer];
    expect(cutOff.toString()).toMatch(/^HTTP\/1\.1 408 /);
    const answer = once(arrived, 'data') as Promise<[Buffer]>;
    for (const begin of ready) begin();
    expect((await answer)[0].toString()).toMatch(/^HTTP\/1\.1 200 /);
    impatient.close();
    impatient.closeAllConnections();
    await once(impatient, 'close');
  });
});

describe('requests without a caller', () => {
  it('have places of their own, and leave the rest to callers', async () => {
    const anonymous = fetch(`${address}/form`, { method: 'POST' });
    await eventually(() => expect(working).toHaveLength(1));
    expect((await fetch(`${address}/form`, { method: 'POST' })).status).toBe(503);
    const known = fetch(`${address}/form`, { method: 'POST', headers: { 'x-api-key': 'k' } });
    await eventually(() => expect(working).toHaveLength(2));
    for (const response of working) response.json({});
    expect([(await anonymous).status, (await known).status]).toEqual([200, 200]);
  });

  it('are refused before their body arrives while the places of their address are taken', async () => {
    const first = fetch(`${address}/form`, { method: 'POST' });
    await eventually(() => expect(working).toHaveLength(1));
    const socket = connect(Number(new URL(address).port), '127.0.0.1');
    const head = 'POST /form HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n';
    socket.write(`${head}\r\n`);
    const [refusal] = (await once(socket, 'data')) as [Buffer];
    expect(refusal.toString()).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 1\r\n/);
    expect([gate.refused, gate.arriving, gate.inProgress]).toEqual([1, 0, 1]);
    socket.write(`ab${head}X-API-Key: k\r\n\r\nab`);
    await eventually(() => expect(working).toHaveLength(2));
    for (const response of working) response.json({});
    expect((await first).status).toBe(200);
    socket.destroy();
  });
});

describe('a caller that does not read its answer', () => {
  it('takes no place once the answer is complete', async () => {
    const sockets = Array.from({ length: 2 }, () => connect(Number(new URL(address).port), '127.0.0.1').pause());
    for (const socket of sockets) socket.write('GET /work HTTP/1.1\r\nHost: x\r\n\r\n');
    await eventually(() => expect(working).toHaveLength(2));
    for (const response of working) response.end(Buffer.alloc(20 * 1024 * 1024));
    expect(working.map(({ writableFinished }) => writableFinished)).toEqual([false, false]);
    working = [];
    const answers = await fill();
    for (const response of working) response.json({});
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    for (const socket of sockets) socket.destroy();
  });
});
