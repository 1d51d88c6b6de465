import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { fieldBlock, triggered, webhook } from '../support/triggers/trigger-documents.js';
import { anEdge, aState } from '../support/workflow-documents.js';

let servers: KilledServers;

beforeEach(async () => {
  servers = await startKilledServers();
}, 120_000);
afterEach(() => servers.finish());

async function deployedWebhook(state: JsonObject): Promise<{ triggerId: string; address: string }> {
  const { send, workspaceId } = servers;
  await servers.deploy('Orders', state);
  const list = await send<{ data: { id: string; url: string }[] }>('GET', `/api/v1/triggers?workspaceId=${workspaceId}`);
  const [trigger] = list.data;
  return { triggerId: trigger?.id ?? '', address: new URL(trigger?.url ?? '').pathname };
}

describe('two processes of which one after the other is killed', () => {
  it('release held deliveries once each, in their order', async () => {
    const { client, send, count } = servers;
    const held = 300;
    const { triggerId, address } = await deployedWebhook(triggered(webhook('orders')));
    await send('PATCH', `/api/v1/triggers/${triggerId}`, { status: 'paused', pauseMode: 'hold' });
    for (let n = 0; n < held; n += 1) await send('POST', address, { n });
    expect(await count(`delivery where outcome = 'held'`)).toBe(held);

    await servers.killing(async () => {
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
    const { send } = servers;
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

    await servers.killing(async () => {
      for (let n = 0; n < failed; n += 1) await send('POST', address, { n });
    });

    await eventually(async () => expect(await trigger()).toMatchObject({ status: 'active', failedCount: failed }), 60_000);
    await send('POST', address, { n: failed });
    const disabled = { status: 'disabled', failedCount: failed + 1, disabledReason: 'consecutive-failures' };
    await eventually(async () => expect(await trigger()).toMatchObject(disabled), 60_000);
  }, 240_000);
});

describe('two processes of which one is stopped in the middle and continues', () => {
  it('release held deliveries once each, in their order', async () => {
    const { client, send, count } = servers;
    const held = 300;
    const { triggerId, address } = await deployedWebhook(triggered(webhook('orders')));
    await send('PATCH', `/api/v1/triggers/${triggerId}`, { status: 'paused', pauseMode: 'hold' });
    for (let n = 0; n < held; n += 1) await send('POST', address, { n });

    await send('PATCH', `/api/v1/triggers/${triggerId}`, { status: 'active' });
    const released = () => count(`delivery where outcome = 'accepted'`);
    await eventually(async () => expect(await released()).toBeGreaterThan(0), 60_000);
    for (const stopped of servers.servers) {
      stopped.child.kill('SIGSTOP');
      // Its turn ends with its session, and the other process takes over.
      await client.query(
        `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = hashtext('trigger-runs')::oid and granted`,
      );
      const before = await released();
      // On a busy machine the other process may have released all of them by now.
      await eventually(async () => expect(await released()).toBeGreaterThanOrEqual(Math.min(before + 20, held)), 60_000);
      stopped.child.kill('SIGCONT');
    }
    await eventually(async () => expect(await released()).toBe(held), 120_000);

    await eventually(async () => expect(await count(`run_event where type = 'execution.completed'`)).toBe(held), 60_000);
    const { rows } = await client.query<{ n: number }>(
      `select (data->'payload'->'input'->>'n')::int as n from run_event where type = 'job.queued' order by tx, pos`,
    );
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: held }, (_, n) => n));
  }, 240_000);
});
