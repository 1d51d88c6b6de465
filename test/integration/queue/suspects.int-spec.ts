import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sweepLostWork } from '#ledger/work/lost-work.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue, type ClaimedItem } from '#ledger/work/work-queue.js';
import { SystemIds } from '#host/system-ids.js';
import { counterSchema, counterWiring } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
let queue: WorkQueue;
let sessions: OwnerSession[];
const ids = new SystemIds();
const workspace = ids.next();

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
  queue = new WorkQueue(store.pool, 1_000);
  sessions = [];
});
afterEach(async () => {
  for (const session of sessions) await session.stop();
  await store.finish();
});

async function add(count: number): Promise<string[]> {
  const added = Array.from({ length: count }, () => ids.next());
  const writes = added.map((id) => queue.add({ id, kind: 'test', workspaceId: workspace, streamId: id }, new Date()));
  await store.store.append({ streams: [], writes });
  return added;
}

async function startProcess(): Promise<OwnerSession> {
  const session = new OwnerSession(store.connectionString, () => undefined);
  sessions.push(session);
  await session.start();
  return session;
}

/** The process ends without giving anything back, and its items are free again. */
async function die(process: OwnerSession, items: number): Promise<void> {
  await process.stop();
  let freed = 0;
  await eventually(async () => expect((freed += await queue.sweep())).toBe(items));
}

/** Claims until there is something to claim. */
function claimed(process: OwnerSession, limit = 64): Promise<ClaimedItem[]> {
  return eventually(async () => {
    const items = await queue.claim(process.owner, limit);
    expect(items).not.toEqual([]);
    return items;
  });
}

it('work that has lost its process and is done leaves nothing to look for', async () => {
  const [id] = await add(1);
  const first = await startProcess();
  await claimed(first);
  await die(first, 1);
  const second = await startProcess();
  await claimed(second);
  await store.store.append({ streams: [], writes: [workItem.remove({ id: id ?? '' })] });
  expect(await sweepLostWork(store.pool)).toEqual({ freed: 0, some: false });
  expect(await queue.look()).toEqual({ work: false, lostWork: false, timers: false });
});

describe('an item that was alone in a process that died', () => {
  it('explains the end of that process, and of the next one in which it was alone', async () => {
    const [id] = await add(1);
    for (const deaths of [0, 1, 2]) {
      const process = await startProcess();
      expect(await claimed(process)).toMatchObject([{ id, deaths }]);
      await die(process, 1);
    }
  });

  it('explains the next end too when the process has begun other items beside it', async () => {
    const [suspect] = await add(1);
    const first = await startProcess();
    await claimed(first);
    await die(first, 1);
    await add(3);
    const second = await startProcess();
    const tried: ClaimedItem[] = [];
    await eventually(async () => {
      tried.push(...(await queue.claim(second.owner, 64)));
      expect(tried.map(({ id }) => id)).toContain(suspect);
    });
    await die(second, 4);
    const third = await startProcess();
    const again: ClaimedItem[] = [];
    await eventually(async () => {
      again.push(...(await queue.claim(third.owner, 64)));
      expect(again).toHaveLength(4);
    });
    expect(again.filter(({ deaths }) => deaths > 0)).toMatchObject([{ id: suspect, deaths: 2 }]);
  });

  it('explains nothing when no process outlives the two ends: processes end without it too', async () => {
    const [id] = await add(1);
    for (const deaths of [0, 1, 0]) {
      const process = await startProcess();
      expect(await claimed(process)).toMatchObject([{ id, deaths }]);
      await die(process, 1);
      // The store of this test has a session, too: it begins again, like that of a process that was started again.
      await store.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'sluice-owner-%' and datname = current_database()`);
    }
  });

  it('explains nothing when another process is lost with other items before it is tried again', async () => {
    const [id] = await add(1);
    for (let n = 0; n < 2; n += 1) {
      const process = await startProcess();
      await claimed(process);
      await die(process, 1);
    }
    const [other] = await add(1);
    const bystander = await startProcess();
    expect(await claimed(bystander)).toMatchObject([{ id: other }]);
    await die(bystander, 1);
    await store.pool.query('delete from work_item where id = $1', [other]);
    const last = await startProcess();
    const again: ClaimedItem[] = [];
    await eventually(async () => {
      again.push(...(await queue.claim(last.owner, 64)));
      expect(again.map((item) => item.id)).toContain(id);
    });
    expect(again.find((item) => item.id === id)).toMatchObject({ deaths: 0 });
  });

  it('explains nothing when the process only lost its session', async () => {
    const [id] = await add(1);
    const process = await startProcess();
    for (let n = 0; n < 3; n += 1) {
      expect(await claimed(process)).toMatchObject([{ id, deaths: 0 }]);
      const { beginnings } = process;
      await store.pool.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
        `sluice-owner-${process.owner}`,
      ]);
      await eventually(async () => expect(await queue.sweep()).toBe(1));
      await eventually(() => expect(process.beginnings).toBe(beginnings + 1));
    }
  });

  it('is claimed like other work once the process has shown that it lives, also when it is given back', async () => {
    const [id = ''] = await add(1);
    const frozen = await startProcess();
    await claimed(frozen);
    await store.pool.query(`update work_item set lease_until = now() - interval '1 second' where id = $1`, [id]);
    expect(await queue.sweep()).toBe(1);
    const stopping = await startProcess();
    expect(await claimed(stopping)).toMatchObject([{ id, deaths: 0 }]);
    await queue.release(stopping.owner, [id], 100);
    expect(await claimed(await startProcess())).toMatchObject([{ id, deaths: 0 }]);
  });

  it('stays on trial when the process that tries it gives it back', async () => {
    const [id = ''] = await add(1);
    const first = await startProcess();
    await claimed(first);
    await die(first, 1);
    const stopping = await startProcess();
    expect(await claimed(stopping)).toMatchObject([{ id, deaths: 1 }]);
    await queue.release(stopping.owner, [id]);
    expect(await claimed(await startProcess())).toMatchObject([{ id, deaths: 1 }]);
  });

  it('that has made progress since is pardoned for the ends before the last one', async () => {
    const [id = ''] = await add(1);
    for (let n = 0; n < 2; n += 1) {
      const process = await startProcess();
      await claimed(process);
      await die(process, 1);
    }
    await queue.pardon(id);
    expect(await claimed(await startProcess())).toMatchObject([{ id, deaths: 1 }]);
  });
});

describe('64 items whose process dies twice', () => {
  it('explain nothing, and are claimed together after the first end, one at a time after the second', async () => {
    const added = await add(64);
    for (let n = 0; n < 2; n += 1) {
      const process = await startProcess();
      const items = await claimed(process);
      expect(items.map(({ id }) => id).toSorted()).toEqual(added.toSorted());
      expect(items.every(({ deaths }) => deaths === 0)).toBe(true);
      await die(process, 64);
    }
    const [third, beside] = [await startProcess(), await startProcess()];
    expect(await claimed(third)).toMatchObject([{ deaths: 0 }]);
    expect(await queue.claim(third.owner, 64)).toEqual([]);
    expect(await claimed(beside)).toHaveLength(1);
    await die(third, 1);
    expect((await claimed(await startProcess()))[0]).toMatchObject({ deaths: 1 });
  });

  it('follow each other when the one on trial is done', async () => {
    await add(5);
    for (let n = 0; n < 2; n += 1) {
      const process = await startProcess();
      await claimed(process);
      await die(process, 5);
    }
    const process = await startProcess();
    const done = new Set<string>();
    while (done.size < 5) {
      const [item] = await claimed(process);
      done.add(item?.id ?? '');
      await store.pool.query('delete from work_item where id = $1', [item?.id]);
    }
    await queue.sweep();
    expect((await store.pool.query('select 1 from work_suspect')).rows).toEqual([]);
  });
});

describe('a process that stops in order', () => {
  it('gives its items back, and they explain nothing', async () => {
    const [id = ''] = await add(1);
    for (let n = 0; n < 3; n += 1) {
      const process = await startProcess();
      expect(await claimed(process)).toMatchObject([{ id, deaths: 0 }]);
      await queue.release(process.owner, await queue.owned(process.owner));
      await process.stop();
      await queue.sweep();
    }
  });
});
