import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { eventually } from '../../../test/support/eventually.js';
import { createLogger } from '#host/logging/logger.js';
import { OverloadGate } from './overload-gate.js';

let server: Server;
let address: string;
let working: Response[];
let gate: OverloadGate;
let logLines: Record<string, unknown>[];

beforeEach(async () => {
  working = [];
  logLines = [];
  const app = express();
  app.get('/work', (_request, response) => void working.push(response));
  app.get(['/health/live', '/metrics', '/api/workflows/w/executions/e/stream'], (_request, response) => void response.json({}));
  server = createServer(app);
  const logger = createLogger({ logLevel: 'info' }, { write: (line) => void logLines.push(JSON.parse(line) as Record<string, unknown>) });
  gate = new OverloadGate({ most: 2, queues: [], logger });
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

  it.each(['/health/live', '/metrics', '/metrics?name=x', '/api/workflows/w/executions/e/stream'])('still answers %s', async (path) => {
    const answers = await fill();
    expect((await fetch(`${address}${path}`)).status).toBe(200);
    for (const response of working) response.json({});
    await Promise.all(answers);
  });
});
