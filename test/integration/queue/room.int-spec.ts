import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RunRoom, type RoomOfAccount } from '#ledger/work/rooms/run-room.js';
import type { WorkItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { SystemIds } from '#host/system-ids.js';
import { counterSchema, counterWiring } from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

/** Room as a test says. */
class StatedRoom extends RunRoom {
  readonly rooms = new Map<string, RoomOfAccount>();

  async of(): Promise<ReadonlyMap<string, RoomOfAccount>> {
    return this.rooms;
  }
}

const ids = new SystemIds();
let store: TestStore;
let room: StatedRoom;
let queue: WorkQueue;
let other: WorkQueue;

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
  room = new StatedRoom();
  [queue, other] = [new WorkQueue(store.pool), new WorkQueue(store.pool)];
  for (const each of [queue, other]) each.limitBy(room);
});
afterEach(() => store.finish());

function account(ofAccount: number | null, ofWorkflow: number | null = null): string {
  const id = ids.next();
  room.rooms.set(id, { ofAccount, ofWorkflow });
  return id;
}

interface Queued {
  readonly accountId: string;
  readonly workflowId?: string;
  readonly priority?: number;
  readonly waitsForRoom?: boolean;
  readonly at?: Date;
}

async function add(count: number, queued: Queued): Promise<string[]> {
  const { accountId, workflowId = ids.next(), priority = 0, waitsForRoom = true, at = new Date() } = queued;
  const added = Array.from({ length: count }, () => ids.next());
  const run = { accountId, workflowId };
  const writes = added.map((id) => queue.add({ id, kind: 'test', workspaceId: accountId, streamId: id, priority, run, waitsForRoom }, at));
  await store.store.append({ streams: [], writes });
  return added;
}

const idsOf = (items: readonly WorkItem[]): string[] => items.map(({ id }) => id);

describe('work of an account that may have so many runs in progress', () => {
  it('is claimed as far as there is room, in order, and the rest waits', async () => {
    const added = await add(5, { accountId: account(2) });
    expect(idsOf(await queue.claim(1, 64))).toEqual(added.slice(0, 2));
    expect(await queue.claim(1, 64)).toEqual([]);
  });

  it('is claimed when a run has ended, one for each', async () => {
    const added = await add(5, { accountId: account(2) });
    const [first = ''] = idsOf(await queue.claim(1, 64));
    await store.pool.query('delete from work_item where id = $1', [first]);
    expect(idsOf(await other.claim(2, 64))).toEqual([added[2]]);
  });

  it('is never claimed beyond that by several who claim all the time', async () => {
    const accounts = [account(3), account(7), account(1)];
    for (const accountId of accounts) await add(100, { accountId });
    const claimers = [queue, other, new WorkQueue(store.pool), new WorkQueue(store.pool)];
    for (const each of claimers) each.limitBy(room);
    const most = new Map<string, number>();
    const left = async (): Promise<number> => (await store.pool.query('select 1 from work_item where owner is null')).rowCount ?? 0;
    const work = async (claimer: WorkQueue, owner: number): Promise<void> => {
      while ((await left()) > 0) {
        const items = await claimer.claim(owner, 5);
        const { rows } = await store.pool.query<{ account_id: string; n: number }>(
          'select account_id, count(*)::int as n from work_item where owner is not null group by 1',
        );
        for (const { account_id: id, n } of rows) most.set(id, Math.max(n, most.get(id) ?? 0));
        await store.pool.query('delete from work_item where owner = $1 and id = any($2)', [owner, idsOf(items)]);
      }
    };
    await Promise.all(claimers.map((claimer, index) => work(claimer, index + 1)));
    expect(accounts.map((id) => most.get(id))).toEqual([3, 7, 1]);
  }, 60_000);

  it('counts runs that never waited, and does not hold those back', async () => {
    const accountId = account(2);
    const [begun] = await add(1, { accountId, waitsForRoom: false });
    const added = await add(3, { accountId });
    expect(idsOf(await queue.claim(1, 64))).toEqual([begun, added[0]]);
  });

  it('does not block the work of other accounts', async () => {
    const full = account(0);
    await add(200, { accountId: full, priority: 9 });
    const free = await add(2, { accountId: account(null), waitsForRoom: false });
    const roomy = await add(2, { accountId: account(null) });
    expect(idsOf(await queue.claim(1, 3))).toHaveLength(3);
    expect(idsOf(await other.claim(2, 64))).toHaveLength(1);
    const { rows } = await store.pool.query<{ id: string }>('select id from work_item where owner is not null order by id');
    expect(rows.map(({ id }) => id)).toEqual([...free, ...roomy].toSorted());
  });

  it('takes turns with work that needs no room', async () => {
    const now = Date.now();
    const flood = await add(100, { accountId: account(null), waitsForRoom: false, at: new Date(now - 20) });
    const [single] = await add(1, { accountId: account(1), at: new Date(now) });
    // Who does not know yet that some waits, sees it with this claim.
    const first = idsOf(await queue.claim(1, 1));
    expect(first).toEqual(flood.slice(0, 1));
    expect(idsOf(await queue.claim(1, 20))).toContain(single);
  });

  it('is bounded for each workflow too, across accounts', async () => {
    const [one, two] = [account(null, 2), account(null, 2)];
    const workflowId = ids.next();
    const shared = [...(await add(3, { accountId: one, workflowId })), ...(await add(3, { accountId: two, workflowId }))];
    const own = await add(1, { accountId: one });
    const claimed = idsOf(await queue.claim(1, 64));
    expect(claimed.filter((id) => shared.includes(id))).toHaveLength(2);
    expect(claimed).toContain(own[0]);
  });

  it('follows the plan of the moment', async () => {
    const accountId = account(1);
    await add(5, { accountId });
    expect(await queue.claim(1, 64)).toHaveLength(1);
    room.rooms.set(accountId, { ofAccount: 3, ofWorkflow: null });
    expect(await queue.claim(1, 64)).toHaveLength(2);
    room.rooms.set(accountId, { ofAccount: null, ofWorkflow: null });
    expect(await queue.claim(1, 64)).toHaveLength(2);
  });

  it('does not count in the health of the workers', async () => {
    const accountId = account(0);
    await add(2, { accountId });
    await store.pool.query(`update work_item set due_at = now() - interval '1 hour'`);
    expect(await queue.depth()).toEqual({ waiting: 2, running: 0, oldestDueMs: 0 });
  });
});
