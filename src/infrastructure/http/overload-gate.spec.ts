import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express, { type Response } from 'express';
import { eventually } from '../../../test/support/eventually.js';
import { overloadGate } from './overload-gate.js';

let server: Server;
let address: string;
let working: Response[];

beforeEach(async () => {
  working = [];
  const app = express();
  app.use(overloadGate(2));
  app.get('/work', (_request, response) => void working.push(response));
  app.get(['/health/live', '/metrics', '/api/workflows/w/executions/e/stream'], (_request, response) => void response.json({}));
  server = createServer(app).listen(0, '127.0.0.1');
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
  it('answers further ones with 503 and Retry-After at once', async () => {
    const answers = await fill();
    const refused = await fetch(`${address}/work`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.json()).toEqual({ error: expect.any(String), code: 'UNAVAILABLE' });
    for (const response of working) response.json({});
    await Promise.all(answers);
  });

  it('takes the next one when one is done', async () => {
    const answers = await fill();
    working.shift()?.json({ done: true });
    await answers[0];
    const next = fetch(`${address}/work`);
    await eventually(() => expect(working).toHaveLength(2));
    for (const response of working) response.json({});
    expect((await next).status).toBe(200);
    await Promise.all(answers);
  });

  it('takes the next one when a caller went away', async () => {
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

  it.each(['/health/live', '/metrics', '/api/workflows/w/executions/e/stream'])('still answers %s', async (path) => {
    const answers = await fill();
    expect((await fetch(`${address}${path}`)).status).toBe(200);
    for (const response of working) response.json({});
    await Promise.all(answers);
  });
});
