import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '#kernel/json.js';
import { eventually } from '../support/eventually.js';
import { startGatedServer } from '../support/gated-server.js';
import { holdTable } from '../support/held-table.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import type { ServerProcess } from '../support/server-process.js';
import { fieldBlock, triggered, webhook } from '../support/triggers/trigger-documents.js';
import { anEdge, aState } from '../support/workflow-documents.js';

let servers: KilledServers;

beforeEach(async () => {
  servers = await startKilledServers();
}, 120_000);
afterEach(() => servers.finish());

async function deployedWebhook(state: JsonObject): Promise<string> {
  await servers.deploy('Orders', state);
  const list = await servers.send<{ data: { url: string }[] }>('GET', `/api/v1/triggers?workspaceId=${servers.workspaceId}`);
  return new URL(list.data[0]?.url ?? '').pathname;
}

function processAt(index: number): ServerProcess {
  const server = servers.servers[index];
  if (server === undefined) throw new Error(`There is no process ${index}`);
  return server;
}

const keyed = (key: string) => ({ 'idempotency-key': key });

interface Answer {
  readonly duplicate?: boolean;
  readonly executionId?: string;
}

/** Deliveries with a run, and runs that were queued and have ended. */
async function figures(): Promise<Record<string, number>> {
  return {
    accepted: await servers.count(`delivery where outcome = 'accepted'`),
    queued: await servers.count(`run_event where type = 'job.queued'`),
    ended: await servers.count(`run_event where type = 'execution.completed'`),
  };
}

describe('a process that is killed after it has received an event', () => {
  it('and stored it, but not responded: the repetition is a duplicate, and there is one run', async () => {
    const address = await deployedWebhook(triggered(webhook('orders')));
    const held = await holdTable(servers.connectionString, 'delivery_claim');
    const sent = processAt(0).call('POST', address, { n: 1 }, keyed('one'));
    await held.waiting();
    await Promise.all([processAt(0).kill('SIGKILL'), expect(sent).rejects.toThrow('fetch failed')]);
    await held.release();
    await eventually(async () => expect(await figures()).toEqual({ accepted: 1, queued: 1, ended: 1 }), 30_000);

    const { status, body } = await processAt(1).call<Answer>('POST', address, { n: 1 }, keyed('one'));
    expect(status).toBe(200);
    const { rows } = await servers.client.query<{ id: string }>('select execution_id as id from delivery');
    expect(body).toMatchObject({ duplicate: true, executionId: rows[0]?.id });
    expect(await figures()).toEqual({ accepted: 1, queued: 1, ended: 1 });
  }, 120_000);

  it('and not stored it: the repetition starts the run', async () => {
    const address = await deployedWebhook(triggered(webhook('orders')));
    const held = await holdTable(servers.connectionString, 'delivery_claim');
    const sent = processAt(0).call('POST', address, { n: 1 }, keyed('one'));
    const session = await held.waiting();
    await Promise.all([processAt(0).kill('SIGKILL'), expect(sent).rejects.toThrow('fetch failed')]);
    await servers.client.query('select pg_terminate_backend($1)', [session]);
    await held.release();
    expect(await figures()).toEqual({ accepted: 0, queued: 0, ended: 0 });

    const { status, body } = await processAt(1).call<Answer>('POST', address, { n: 1 }, keyed('one'));
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Webhook processed' } });
    await eventually(async () => expect(await figures()).toEqual({ accepted: 1, queued: 1, ended: 1 }), 30_000);
  }, 120_000);

  it('while its sender waits for the run: the repetition names the run, which another process finishes', async () => {
    const outside = await startGatedServer();
    try {
      const call = fieldBlock('call', 'api', { url: outside.url, method: 'POST', body: '{}' });
      const state = aState([webhook('orders', { responseMode: 'run' }), call], [anEdge('orders', 'call')]);
      const address = await deployedWebhook(state);
      const sent = Promise.allSettled([processAt(0).call('POST', address, { n: 1 }, keyed('one'))]);
      await eventually(() => expect(outside.keys).toHaveLength(1), 30_000);
      await processAt(0).kill('SIGKILL');
      expect((await sent).map(({ status }) => status)).toEqual(['rejected']);

      const { body } = await processAt(1).call<Answer>('POST', address, { n: 1 }, keyed('one'));
      expect(body).toMatchObject({ duplicate: true, executionId: expect.any(String) });
      outside.open();
      await eventually(async () => expect(await figures()).toEqual({ accepted: 1, queued: 1, ended: 1 }), 60_000);
      expect(new Set(outside.keys).size).toBe(1);
    } finally {
      await outside.close();
    }
  }, 120_000);
});

describe('two processes of which one after the other is killed while events arrive', () => {
  it('answer as many events as they store and run, each once', async () => {
    const [senders, each] = [8, 50];
    const address = await deployedWebhook(triggered(webhook('orders')));
    let answered = 0;
    await servers.killing(async () => {
      const sender = async (index: number): Promise<void> => {
        for (let n = index * each; n < (index + 1) * each; n += 1) {
          await servers.send<Answer>('POST', address, { n }, keyed(`event ${n}`));
          answered += 1;
        }
      };
      await Promise.all(Array.from({ length: senders }, (_each, index) => sender(index)));
    });
    expect(answered).toBe(senders * each);
    await eventually(async () => expect(await figures()).toEqual({ accepted: answered, queued: answered, ended: answered }), 120_000);
    const { rows } = await servers.client.query<{ n: number }>(
      `select (data->'payload'->'input'->>'n')::int as n from run_event where type = 'job.queued' order by 1`,
    );
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: answered }, (_each, n) => n));
  }, 240_000);
});
