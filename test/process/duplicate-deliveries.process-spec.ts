import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { triggered, webhook } from '../support/triggers/trigger-documents.js';

const equal = 64;
let servers: KilledServers;

beforeAll(async () => {
  servers = await startKilledServers();
}, 120_000);
afterAll(() => servers.finish());

describe('64 equal deliveries at once over two processes', () => {
  it('start one run, and 63 of them are told apart as duplicates of it', async () => {
    const { send, count, workspaceId, processes } = servers;
    await servers.deploy('Orders', triggered(webhook('orders', { idempotencyField: 'order' })));
    const list = await send<{ data: { url: string }[] }>('GET', `/api/v1/triggers?workspaceId=${workspaceId}`);
    const address = new URL(list.data[0]?.url ?? '').pathname;

    const answers = await Promise.all(
      Array.from({ length: equal / 2 }, () =>
        processes.map((process) => process.call<{ duplicate?: boolean }>('POST', address, { order: 7 })),
      ).flat(),
    );

    const [accepted, ...more] = answers.filter((answer) => answer.body.duplicate !== true);
    expect(more).toEqual([]);
    const deliveryId = accepted?.headers.get('x-delivery-id');
    const executionId = accepted?.headers.get('x-execution-id');
    const duplicates = answers.filter((answer) => answer !== accepted).map((answer) => ({ status: answer.status, body: answer.body }));
    expect(duplicates).toEqual(
      Array.from({ length: equal - 1 }, () => ({ status: 200, body: { duplicate: true, deliveryId, executionId } })),
    );
    await eventually(async () => expect(await count(`run_event where type = 'execution.completed'`)).toBe(1), 30_000);
    expect(await count(`run_event where type = 'job.queued'`)).toBe(1);
  }, 120_000);
});
