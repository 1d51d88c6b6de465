import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { WorkQueue, type NewWork } from '#ledger/work/work-queue.js';
import { SystemIds } from '#host/system-ids.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const nothing = { work: false, lostWork: false, timers: false };
const ids = new SystemIds();
let store: TestStore;
let queue: WorkQueue;
let session: OwnerSession;

beforeEach(async () => {
  store = await openTestStore({ events: [], projections: [] });
  queue = new WorkQueue(store.pool);
  session = new OwnerSession(store.connectionString, () => undefined);
  await session.start();
});
afterEach(async () => {
  await session.stop();
  await store.finish();
});

function some(more: Partial<NewWork> = {}): NewWork {
  const id = ids.next();
  return { id, kind: 'test', workspaceId: ids.next(), streamId: id, ...more };
}

const add = (work = some()) => store.store.append({ streams: [], writes: [queue.add(work, new Date())] });
const schedule = (dueAt: Date) => store.store.append({ streams: [], writes: [queue.schedule(some(), dueAt)] });

describe('a look for work finds', () => {
  it('nothing where there is none, or where a living process does it', async () => {
    expect(await queue.look()).toEqual(nothing);
    await add();
    await queue.claim(session.owner, 1);
    expect(await queue.look()).toEqual(nothing);
  });

  it('work that may be claimed', async () => {
    await add();
    expect(await queue.look()).toEqual({ ...nothing, work: true });
  });

  it('work that waits for room: whether there is some is known to the claim', async () => {
    await add(some({ waitsForRoom: true, run: { accountId: ids.next(), workflowId: ids.next() } }));
    expect(await queue.look()).toEqual({ ...nothing, work: true });
  });

  it('no work that is put off', async () => {
    const work = some();
    await add(work);
    await queue.claim(session.owner, 1);
    await queue.release(session.owner, [work.id], 60_000);
    expect(await queue.look()).toEqual(nothing);
  });

  it('work whose process is gone', async () => {
    await add();
    await queue.claim(session.owner, 1);
    await session.stop();
    await eventually(async () => expect(await queue.look()).toEqual({ ...nothing, lostWork: true }));
  });

  it('work whose lease has expired', async () => {
    await add();
    await queue.claim(session.owner, 1);
    await store.pool.query(`update work_item set lease_until = now() - interval '1 s'`);
    expect(await queue.look()).toEqual({ ...nothing, lostWork: true });
  });

  it('work that may have ended its process, also while it is put off', async () => {
    await add();
    await queue.claim(session.owner, 1);
    await store.pool.query(`update work_item set lease_until = now() - interval '1 s'`);
    await queue.sweep();
    expect(await queue.look()).toEqual({ ...nothing, lostWork: true });
  });

  it('timers once they are due', async () => {
    await schedule(new Date(Date.now() + 60_000));
    expect(await queue.look()).toEqual(nothing);
    await schedule(new Date(Date.now() - 1));
    expect(await queue.look()).toEqual({ ...nothing, timers: true });
  });
});
