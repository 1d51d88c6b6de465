import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JsonObject } from '#kernel/json.js';
import { startBalancer } from '../../bench/support/balancer.js';
import { startOutside } from '../../bench/support/outside.js';
import { prepareTraffic, Traffic } from '../../bench/support/traffic.js';
import { eventually } from '../support/eventually.js';
import { startGatedServer, type GatedServer } from '../support/gated-server.js';
import { blockWith, inARow } from '../support/run-api.js';
import { freePort, serverEnv, startServerProcess, testKey, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** A stop may take this much longer than `SLUICE_DRAIN_TIMEOUT`. */
const beyondDrainMs = 5000;

let database: TestDatabase;
let env: Record<string, string>;
const started: ServerProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  env = await serverEnv(database);
});
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('SIGKILL');
});
afterAll(() => database.drop());

async function start(more: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({ ...env, PORT: String(await freePort()), ...more });
  started.push(server);
  return server;
}

async function deploy(server: ServerProcess, ...blocks: readonly JsonObject[]): Promise<string> {
  const { body: workspaces } = await server.call<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const { body } = await server.call<{ data: { id: string } }>('POST', '/api/v1/workflows/import', {
    workspaceId: workspaces.data[0]?.id,
    workflow: { version: '1.0', state: { ...inARow(...blocks), metadata: { name: 'Calls' } } },
  });
  await server.call('POST', `/api/v1/workflows/${body.data.id}/deploy`);
  return body.data.id;
}

/** Runs that ended in another way than completed. */
async function failures(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query(`select data from run_event where type in ('execution.failed', 'execution.cancelled')`);
  await client.end();
  return rows;
}

async function stopTimed(server: ServerProcess): Promise<number> {
  const stoppedAt = performance.now();
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  return performance.now() - stoppedAt;
}

const callOf = (outside: GatedServer) => blockWith('call', 'api', { url: outside.url, method: 'POST', body: '{}', timeout: '60000' });

describe('a process that stops', () => {
  it('is not ready at once, closes connections, refuses starts, and finishes the run that a caller waits for', async () => {
    const outside = await startGatedServer();
    const server = await start();
    const [slow, quick] = [await deploy(server, callOf(outside)), await deploy(server, blockWith('set', 'variables', { variables: [] }))];
    const running = server.call<{ success: boolean }>('POST', `/api/workflows/${slow}/execute`, {});
    await eventually(() => expect(outside.keys).toHaveLength(1));
    const exit = server.kill('SIGTERM');
    await eventually(async () => expect((await server.call('GET', '/health/ready')).status).toBe(503));
    const list = await server.call('GET', '/api/v1/workspaces');
    expect({ status: list.status, connection: list.headers.get('connection') }).toEqual({ status: 200, connection: 'close' });
    await eventually(async () => {
      const { status, headers, body } = await server.call<{ code: string; error: string }>('POST', `/api/workflows/${quick}/execute`, {});
      expect({ status, retry: headers.get('retry-after'), connection: headers.get('connection') }).toEqual({
        status: 503,
        retry: '1',
        connection: 'close',
      });
      expect(body).toMatchObject({ code: 'UNAVAILABLE', error: expect.stringContaining('stopping') });
    });
    outside.open();
    expect(await running).toMatchObject({ status: 200, body: { success: true } });
    expect((await running).headers.get('connection')).toBe('close');
    expect(await exit).toEqual({ code: 0, signal: null });
    await outside.close();
  }, 60_000);

  it('answers 503 for a run that takes too long, which another process continues', async () => {
    const outside = await startGatedServer();
    const server = await start({ SLUICE_DRAIN_TIMEOUT: '1s', SLUICE_DRAIN_NOTICE: '100ms' });
    const path = `/api/workflows/${await deploy(server, callOf(outside))}/execute`;
    const key = { 'idempotency-key': 'too-long' };
    const running = server.call<{ code: string }>('POST', path, {}, key);
    await eventually(() => expect(outside.keys).toHaveLength(1));
    expect(await stopTimed(server)).toBeLessThan(1000 + beyondDrainMs);
    const { status, headers, body } = await running;
    expect({ status, code: body.code, retry: headers.get('retry-after') }).toEqual({ status: 503, code: 'UNAVAILABLE', retry: '1' });
    outside.open();

    const next = await start();
    const repeated = await eventually(async () => {
      const answer = await next.call<{ executionId: string }>('POST', path, {}, key);
      expect(answer.status).toBe(200);
      return answer;
    });
    expect(repeated.body.executionId).toBe(headers.get('x-execution-id'));
    expect(new Set(outside.keys).size).toBe(1);
    expect(await failures()).toEqual([]);
    await outside.close();
  }, 60_000);

  it('keeps the answer of a person whose run it cannot finish', async () => {
    const outside = await startGatedServer();
    const server = await start({ SLUICE_DRAIN_TIMEOUT: '1s', SLUICE_DRAIN_NOTICE: '100ms' });
    const ask = blockWith('ask', 'human_in_the_loop', { inputFormat: [{ id: 'f', name: 'n', type: 'number', required: true }] });
    const workflowId = await deploy(server, ask, callOf(outside));
    const { body: paused } = await server.call<{ executionId: string }>('POST', `/api/workflows/${workflowId}/execute`, {});
    const path = `/api/resume/${workflowId}/${paused.executionId}`;
    const { body: account } = await server.call<{ pausePoints: { contextId: string }[] }>('GET', path);
    const answering = server.call('POST', `${path}/${account.pausePoints[0]?.contextId ?? ''}`, { input: { n: 1 } });
    await eventually(() => expect(outside.keys).toHaveLength(1));
    await stopTimed(server);
    expect((await answering).status).toBe(503);
    outside.open();

    const next = await start();
    await eventually(async () => {
      const { body } = await next.call<{ status: string }>('GET', `/api/workflows/${workflowId}/executions/${paused.executionId}`);
      expect(body.status).toBe('completed');
    });
    expect(new Set(outside.keys).size).toBe(1);
    expect(await failures()).toEqual([]);
    await outside.close();
  }, 60_000);
});

describe('a rolling restart of two processes under 64 clients', () => {
  it('fails no request that is repeated, and no run', async () => {
    const outside = await startOutside(40);
    const ports = [String(await freePort()), String(await freePort())];
    const servers = await Promise.all(ports.map((PORT) => start({ PORT })));
    const balancer = await startBalancer(servers.map(({ url }) => url));
    const workflows = await prepareTraffic(servers[0] as ServerProcess, outside);
    const { connectionString: databaseUrl } = database;
    const traffic = new Traffic({ url: () => balancer.url, key: testKey, clients: 64, workflows, databaseUrl, outside });
    for (const [index, PORT] of ports.entries()) {
      const before = traffic.answered;
      await eventually(() => expect(traffic.answered).toBeGreaterThan(before + 200), 60_000);
      const stopMs = await stopTimed(servers[index] as ServerProcess);
      expect(stopMs).toBeLessThan(25_000 + beyondDrainMs);
      servers[index] = await start({ PORT });
    }
    const before = traffic.answered;
    await eventually(() => expect(traffic.answered).toBeGreaterThan(before + 200), 60_000);
    const { accepted, lost, doubled, failed, reasons, refused } = await traffic.end();
    expect({ lost, doubled, failed, reasons, refused }).toEqual({ lost: 0, doubled: 0, failed: 0, reasons: [], refused: [] });
    expect(accepted).toBeGreaterThan(600);
    await balancer.close();
    await outside.close();
  }, 240_000);
});
