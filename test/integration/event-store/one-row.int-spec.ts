import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { LeaseLost, UniqueConflict, type Lease } from '#ledger/events/event-store.js';
import { selectOne } from '#ledger/rows/select.js';
import type { Write } from '#ledger/rows/read-model.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { counter, CounterOpened, counterSchema, counterWiring, liveCounter } from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
let store: TestStore;
let id: string;
let item: string;
const name = () => `counter ${ids.next()}`;
/** Each to another stream. */
const append = (writes: readonly Write[], lease?: Lease): Promise<void> =>
  store.store.append({ streams: [counter([CounterOpened({ name: name() })])], writes, ...(lease === undefined ? {} : { lease }) });
const row = () => selectOne(store.pool, liveCounter, { id });
const holding = (fence: number): Lease => ({ itemId: item, fence });

beforeAll(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterAll(() => store.finish());
beforeEach(async () => {
  [id, item] = [ids.next(), ids.next()];
  const work = { id: item, kind: 'test', workspaceId: ids.next(), streamId: item };
  const held = new WorkQueue(store.pool).addHeld(work, 1, new Date(), 7);
  await append([liveCounter.put({ id, name: `of ${id}`, last: null }), held.write]);
});

describe('appends that wait together and write one row', () => {
  it('all change it, also where they change different columns', async () => {
    await Promise.all([append([liveCounter.patch({ id, last: 5 })]), append([liveCounter.patch({ id, name: `changed ${id}` })])]);
    expect(await row()).toMatchObject({ last: 5, name: `changed ${id}` });
  });

  it('change it in their order: the last one wins', async () => {
    await Promise.all([1, 2, 3].map((last) => append([liveCounter.put({ id, name: `of ${id}`, last })])));
    expect(await row()).toMatchObject({ last: 3 });
    await Promise.all([append([liveCounter.patch({ id, last: 4 })]), append([liveCounter.remove({ id })])]);
    expect(await row()).toBeUndefined();
  });

  it('do not delay each other by more than a statement, or those beside them', async () => {
    const before = store.lane.batches;
    const others = Array.from({ length: 50 }, () => append([liveCounter.put({ id: ids.next(), name: name(), last: 1 })]));
    await Promise.all([append([liveCounter.patch({ id, last: 1 })]), append([liveCounter.patch({ id, last: 2 })]), ...others]);
    expect(store.lane.batches - before).toBe(2);
  });

  it('make it once, and the others are refused', async () => {
    const made = { id: ids.next(), name: name(), last: 1 };
    const results = await Promise.allSettled([1, 2, 3].map((last) => append([liveCounter.add({ ...made, last })])));
    expect(results.map((result) => (result.status === 'rejected' ? (result.reason as object).constructor : undefined))).toEqual([
      undefined,
      UniqueConflict,
      UniqueConflict,
    ]);
    expect(await selectOne(store.pool, liveCounter, { id: made.id })).toMatchObject({ last: 1 });
  });
});

describe('an append under a lease', () => {
  it('writes nothing when an append before it has raised the fence', async () => {
    const results = await Promise.allSettled([
      append([workItem.patch({ id: item, fence: 8 })]),
      append([liveCounter.patch({ id, last: 1 })], holding(7)),
    ]);
    expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: expect.any(LeaseLost) }]);
    expect(await row()).toMatchObject({ last: null });
  });

  it('takes place when an append after it raises the fence, even if it has to wait for a row', async () => {
    await Promise.all([
      append([liveCounter.patch({ id, last: 1 })]),
      append([liveCounter.patch({ id, last: 2 })], holding(7)),
      append([workItem.patch({ id: item, fence: 8 })]),
    ]);
    expect(await row()).toMatchObject({ last: 2 });
  });

  it('shares its statement with others under the same lease, and with the one that ends the work', async () => {
    const before = store.lane.batches;
    await Promise.all([...Array.from({ length: 20 }, () => append([], holding(7))), append([workItem.remove({ id: item })], holding(7))]);
    expect(store.lane.batches - before).toBe(1);
    await expect(append([], holding(7))).rejects.toThrow(LeaseLost);
  });
});
