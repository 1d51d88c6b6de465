import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../support/eventually.js';
import { serverEnv, startServerProcess, type ServerProcess } from '../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { fieldBlock, triggered, webhook } from '../support/triggers/trigger-documents.js';
import { anEdge, aState } from '../support/workflow-documents.js';

let database: TestDatabase;
let envs: readonly Record<string, string>[];
let servers: ServerProcess[];
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  envs = [await serverEnv(database), await serverEnv(database)];
  servers = [];
  for (const env of envs) servers.push(await startServerProcess(env));
  client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
}, 120_000);

afterEach(async () => {
  await client.end();
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  await database.drop();
});

/** Sends a request to one process after the other until one of them accepts it. */
async function send<Body>(method: string, path: string, body?: unknown): Promise<Body> {
  return eventually(async () => {
    for (const server of servers) {
      const answer = await server.call<Body>(method, path, body).catch(() => undefined);
      if (answer !== undefined && answer.status < 300) return answer.body;
    }
    throw new Error(`No process accepted ${method} ${path}`);
  }, 30_000);
}

async function deployedWebhook(state: JsonObject): Promise<{ triggerId: string; address: string }> {
  const { data: workspaces } = await send<{ data: { id: string }[] }>('GET', '/api/v1/workspaces');
  const workspaceId = workspaces[0]?.id ?? '';
  const workflow = { version: '1.0', state: { ...state, metadata: { name: 'Orders' } } };
  const made = await send<{ data: { id: string } }>('POST', '/api/v1/workflows/import', { workspaceId, workflow });
  await send('POST', `/api/v1/workflows/${made.data.id}/deploy`);
  const list = await send<{ data: { id: string; url: string }[] }>('GET', `/api/v1/triggers?workspaceId=${workspaceId}`);
  const [trigger] = list.data;
  return { triggerId: trigger?.id ?? '', address: new URL(trigger?.url ?? '').pathname };
}

/** Kills one process after the other and starts it again, until the work is done and each has been killed at least twice. */
async function killing(work: () => Promise<void>): Promise<void> {
  let [working, kills] = [true, 0];
  const killer = (async () => {
    for (; working || kills < 4; kills += 1) {
      const victim = kills % servers.length;
      await servers[victim]?.kill('SIGKILL');
      servers[victim] = await startServerProcess(envs[victim] ?? {});
    }
  })();
  await work().finally(() => (working = false));
  await killer;
}

async function count(from: string): Promise<number> {
  return (await client.query<{ n: number }>(`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0;
}

describe('two processes of which one after the other is killed', () => {
  it('release held deliveries once each, in their order', async () => {
    const held = 300;
    const { triggerId, address } = await deployedWebhook(triggered(webhook('orders')));
    await send('PATCH', `/api/v1/triggers/${triggerId}`, { status: 'paused', pauseMode: 'hold' });
    for (let n = 0; n < held; n += 1) await send('POST', address, { n });
    expect(await count(`delivery where outcome = 'held'`)).toBe(held);

    await killing(async () => {
      await send('PATCH', `/api/v1/triggers/${triggerId}`, { status: 'active' });
      await eventually(async () => expect(await count(`delivery where outcome = 'accepted'`)).toBe(held), 120_000);
    });

    await eventually(async () => expect(await count(`run_event where type = 'execution.completed'`)).toBe(held), 60_000);
    const { rows } = await client.query<{ n: number }>(
      `select (data->'payload'->'input'->>'n')::int as n from run_event where type = 'job.queued' order by tx, pos`,
    );
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: held }, (_, n) => n));
  }, 240_000);

  it('count each failed run of a trigger once', async () => {
    const failed = 40;
    const failing = aState(
      [
        webhook('orders', { idempotencyField: 'n' }),
        fieldBlock('end', 'function', { code: "throw new Error('No')", language: 'javascript' }),
      ],
      [anEdge('orders', 'end')],
    );
    const { triggerId, address } = await deployedWebhook(failing);
    const trigger = () => send<{ data: JsonObject }>('GET', `/api/v1/triggers/${triggerId}`).then(({ data }) => data);
    await send('PATCH', `/api/v1/triggers/${triggerId}`, { failureLimit: failed + 1 });

    await killing(async () => {
      for (let n = 0; n < failed; n += 1) await send('POST', address, { n });
    });

    await eventually(async () => expect(await trigger()).toMatchObject({ status: 'active', failedCount: failed }), 60_000);
    await send('POST', address, { n: failed });
    const disabled = { status: 'disabled', failedCount: failed + 1, disabledReason: 'consecutive-failures' };
    await eventually(async () => expect(await trigger()).toMatchObject(disabled), 60_000);
  }, 240_000);
});
