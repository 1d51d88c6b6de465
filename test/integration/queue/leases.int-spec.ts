import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LeaseLost } from '#ledger/events/event-store.js';
import { Leases } from '#ledger/work/leases.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { SystemIds } from '#host/system-ids.js';
import { counter, CounterOpened, counterSchema, counterWiring, counterStreams } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
let queue: WorkQueue;
let names = 0;
const ids = new SystemIds();
const workspace = ids.next();

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
  queue = new WorkQueue(store.pool);
});
afterEach(() => store.finish());

async function add(workspaceId = workspace, priority = 0, at = new Date()): Promise<string> {
  const id = ids.next();
  await store.store.append({ streams: [], writes: [queue.add({ id, kind: 'test', workspaceId, streamId: id, priority }, at)] });
  return id;
}

const someEvents = () => counter([CounterOpened({ name: `lease ${(names += 1)}` })]);

describe('a claim', () => {
  it('is won by one of eight claimers, for each of a thousand items', async () => {
    const writes = Array.from({ length: 1000 }, () => ids.next()).map((id) =>
      queue.add({ id, kind: 'test', workspaceId: workspace, streamId: id }, new Date()),
    );
    await store.store.append({ streams: [], writes });
    const claimed: string[] = [];
    const claimer = async (owner: number): Promise<void> => {
      for (let items = await queue.claim(owner, 7); items.length > 0; items = await queue.claim(owner, 7))
        claimed.push(...items.map(({ id }) => id));
    };
    await Promise.all(Array.from({ length: 8 }, (_, n) => claimer(n + 1)));
    expect(claimed).toHaveLength(1000);
    expect(new Set(claimed).size).toBe(1000);
  });

  it('raises the fence each time', async () => {
    const id = await add();
    const fences: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      fences.push(...(await queue.claim(1, 1)).map(({ fence }) => fence));
      await queue.release(1, [id]);
    }
    expect(fences).toEqual([1, 2, 3]);
  });

  it('takes higher priority first, then first come, first served', async () => {
    const low = await add();
    const later = await add();
    const high = await add(workspace, 5);
    expect((await queue.claim(1, 3)).map(({ id }) => id)).toEqual([high, low, later]);
  });

  it('does not make one item of a workspace wait behind a thousand of another', async () => {
    const flood = ids.next();
    const now = Date.now();
    const writes = Array.from({ length: 1000 }, () => ids.next()).map((id) =>
      queue.add({ id, kind: 'test', workspaceId: flood, streamId: id }, new Date(now - 20)),
    );
    await store.store.append({ streams: [], writes });
    const single = await add(workspace, 0, new Date(now));
    const first = (await queue.claim(1, 100)).map(({ id }) => id);
    expect(first).toContain(single);
  });
});

describe('a lease', () => {
  it('lets its holder append', async () => {
    const id = await add();
    const [item] = await queue.claim(1, 1);
    const stream = someEvents();
    await store.store.append({ streams: [stream], writes: [workItem.remove({ id })], lease: { itemId: id, fence: item?.fence ?? 0 } });
    expect(await store.store.read(counterStreams.run, stream.streamId)).toHaveLength(1);
  });

  it('that was taken over refuses its former holder, and others in the same batch do not notice', async () => {
    const id = await add();
    const [former] = await queue.claim(1, 1);
    await queue.release(1, [id]);
    await queue.claim(2, 1);
    const [stale, fine] = [someEvents(), someEvents()];
    const results = await Promise.allSettled([
      store.store.append({ streams: [stale], writes: [workItem.remove({ id })], lease: { itemId: id, fence: former?.fence ?? 0 } }),
      store.store.append({ streams: [fine] }),
    ]);
    expect(results[0]).toMatchObject({ status: 'rejected', reason: expect.any(LeaseLost) });
    expect(results[1].status).toBe('fulfilled');
    expect(await store.store.read(counterStreams.run, stale.streamId)).toEqual([]);
    expect(await queue.renew(2, [id])).toEqual([id]);
  });

  it('of a process that is gone is free at once', async () => {
    const session = new OwnerSession(store.connectionString, () => undefined);
    await session.start();
    await add();
    expect(await queue.claim(session.owner, 1)).toHaveLength(1);
    expect(await queue.sweep()).toBe(0);
    await session.stop();
    await eventually(async () => expect(await queue.sweep()).toBe(1));
    expect(await queue.claim(2, 1)).toHaveLength(1);
  });

  it('that was not renewed in time is free although its owner lives', async () => {
    const session = new OwnerSession(store.connectionString, () => undefined);
    await session.start();
    const id = await add();
    await queue.claim(session.owner, 1);
    await store.pool.query(`update work_item set lease_until = now() - interval '1 s' where id = $1`, [id]);
    expect(await queue.sweep()).toBe(1);
    expect(await queue.renew(session.owner, [id])).toEqual([]);
    await session.stop();
  });

  it('that its owner does not know of is given back once the lost session is there again, and those it holds are kept', async () => {
    const session = new OwnerSession(store.connectionString, () => undefined);
    const leases = new Leases(session, queue, () => undefined);
    await leases.start();
    const [held, forgotten] = [await add(), await add()];
    leases.hold(held);
    await queue.claim(session.owner, 2); // the response contains both items, and is not read
    await leases.returnForgotten();
    expect(await queue.owned(session.owner)).toHaveLength(2);

    await store.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
      `sluice-owner-${session.owner}`,
    ]);
    await eventually(() => expect(session.beginnings).toBe(2));
    await leases.returnForgotten();
    expect(await queue.owned(session.owner)).toEqual([held]);
    expect((await queue.claim(2, 2)).map(({ id }) => id)).toEqual([forgotten]);
    await leases.stop();
  });

  it('that is on its way into the database is not lost, and is kept from then on', async () => {
    const leases = new Leases(new OwnerSession(store.connectionString, () => undefined), queue, () => undefined);
    await leases.start();
    const { promise: written, resolve: write } = Promise.withResolvers<void>();
    const onItsWay = leases.hold(ids.next(), written);
    const gone = leases.hold(ids.next());
    await eventually(() => expect(gone.aborted).toBe(true));
    expect(onItsWay.aborted).toBe(false);
    write(); // although nothing was
    await eventually(() => expect(onItsWay.aborted).toBe(true));
    await leases.stop();
  });

  it('that has come back to its former owner is a new one: the former holder is notified, and its end takes nothing from the new one', async () => {
    const leases = new Leases(new OwnerSession(store.connectionString, () => undefined), queue, () => undefined);
    await leases.start();
    const id = await add();
    await queue.claim(leases.owner, 1);
    const former = leases.hold(id);
    const present = leases.hold(id);
    expect([former.aborted, present.aborted]).toEqual([true, false]);
    leases.lose(former);
    leases.drop(former);
    expect([present.aborted, leases.size]).toEqual([false, 1]);
    leases.drop(present);
    expect(leases.size).toBe(0);
    await leases.stop();
  });
});
