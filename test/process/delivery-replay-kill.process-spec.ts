import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { startKilledServers, type KilledServers } from '../support/killed-servers.js';
import { triggered, webhook } from '../support/triggers/trigger-documents.js';

let servers: KilledServers;

beforeEach(async () => {
  servers = await startKilledServers();
}, 120_000);
afterEach(() => servers.finish());

describe('two processes of which one after the other is killed', () => {
  it('repeat each delivery of a bulk replay once, oldest first', async () => {
    const { client, send, count, workspaceId } = servers;
    const chosen = 300;
    await servers.deploy('Orders', triggered(webhook('orders')));
    const list = await send<{ data: { id: string; url: string }[] }>('GET', `/api/v1/triggers?workspaceId=${workspaceId}`);
    const address = new URL(list.data[0]?.url ?? '').pathname;
    for (let n = 0; n < chosen; n += 1) await send('POST', address, { n });

    let id = '';
    await servers.killing(async () => {
      const { data } = await send<{ data: { id: string; found: number } }>('POST', '/api/v1/deliveries/replay', { workspaceId });
      id = data.id;
      expect(data.found).toBe(chosen);
      await eventually(async () => expect(await count(`delivery_replay where status = 'completed'`)).toBe(1), 120_000);
    });

    const { data: replay } = await send<{ data: object }>('GET', `/api/v1/deliveries/replays/${id}`);
    expect(replay).toMatchObject({ found: chosen, replayed: chosen, refused: 0 });
    const { rows } = await client.query<{ id: string; replayOf: string | null }>(
      `select id, replay_of as "replayOf" from delivery order by id`,
    );
    const originals = rows.flatMap((row) => (row.replayOf === null ? [row.id] : []));
    expect(rows.flatMap(({ replayOf }) => (replayOf === null ? [] : [replayOf])).toSorted()).toEqual(originals);
    await eventually(async () => expect(await count(`run_event where type = 'execution.completed'`)).toBe(2 * chosen), 60_000);
    expect(await count(`work_item`)).toBe(0);
  }, 240_000);
});
