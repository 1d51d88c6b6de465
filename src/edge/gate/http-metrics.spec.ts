import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { Registry } from 'prom-client';
import { eventually } from '../../../test/support/eventually.js';
import { HttpMetrics } from './http-metrics.js';

let registry: Registry;
let server: Server;
let address: string;

beforeEach(async () => {
  registry = new Registry();
  const app = express();
  app.use(new HttpMetrics(registry).handler);
  app.get('/things/:id', (_request, response) => void response.json({}));
  app.get('/fails', ({ query }, response) => void response.status(Number(query['status'] ?? 500)).json({}));
  app.get('/endless', (_request, response) => void response.write('…'));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** Label sets and counts of the requests so far. */
async function counted(): Promise<string[]> {
  const text = await registry.metrics();
  return text
    .split('\n')
    .filter((line) => line.startsWith('sluice_http_requests_total{'))
    .map((line) => line.replace(/^[^{]*/, ''));
}

describe('the metrics of HTTP', () => {
  it('count requests by the template of their route', async () => {
    await fetch(`${address}/things/1?secret=s`);
    await fetch(`${address}/things/2`);
    await eventually(async () => expect(await counted()).toEqual(['{method="GET",route="/things/:id",status="200"} 2']));
    expect(await registry.metrics()).not.toContain('secret');
  });

  it('have one histogram for a route, whatever its answers are', async () => {
    await fetch(`${address}/things/1`);
    await fetch(`${address}/things/2`, { method: 'HEAD' });
    await fetch(`${address}/fails`);
    await fetch(`${address}/fails?status=503`);
    await eventually(async () => expect(await counted()).toHaveLength(4));
    const text = await registry.metrics();
    expect(text.match(/^sluice_http_request_duration_seconds_count\{.*$/gm)).toEqual([
      'sluice_http_request_duration_seconds_count{method="GET",route="/things/:id"} 1',
      'sluice_http_request_duration_seconds_count{method="HEAD",route="/things/:id"} 1',
      'sluice_http_request_duration_seconds_count{method="GET",route="/fails"} 2',
    ]);
  });

  it('count methods that no route has together', async () => {
    for (const method of ['PURGE', 'LINK', 'MKCOL']) await fetch(`${address}/things/1`, { method });
    await eventually(async () => expect(await counted()).toEqual(['{method="other",route="unmatched",status="404"} 3']));
  });

  it('count addresses without a route together, so that callers cannot create series', async () => {
    await fetch(`${address}/made-up-1`);
    await fetch(`${address}/made-up-2`);
    await eventually(async () => expect(await counted()).toEqual(['{method="GET",route="unmatched",status="404"} 2']));
  });

  it('count requests whose caller went away separately', async () => {
    const abort = new AbortController();
    const response = await fetch(`${address}/endless`, { signal: abort.signal });
    abort.abort();
    await response.text().catch(() => undefined);
    await eventually(async () => expect(await counted()).toEqual(['{method="GET",route="/endless",status="aborted"} 1']));
  });
});
