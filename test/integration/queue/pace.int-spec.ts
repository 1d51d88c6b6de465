import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { mostBegun } from '#ledger/work/work-pace.js';
import { workItem } from '#ledger/work/work-item.js';
import { counterSchema, counterWiring } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const items = 20;
const windows = 30;
const ids = new SystemIds();

/** Finishes what it is given, and counts it. */
class Finishing extends WorkHandler {
  readonly kind = 'test';
  begun = 0;

  override async work({ item: { id, fence } }: HeldWork): Promise<WorkOutcome> {
    this.begun += 1;
    await store.store.append({ streams: [], writes: [workItem.remove({ id })], lease: { itemId: id, fence } });
    return 'finished';
  }
}

let store: TestStore;
let handler: Finishing;

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
  handler = new Finishing();
  store.worker.register(handler);
  const workspaceId = ids.next();
  const writes = Array.from({ length: items }, () => ids.next()).map((id) =>
    store.queue.add({ id, kind: 'test', workspaceId, streamId: id }, new Date()),
  );
  await store.store.append({ streams: [], writes });
});
afterEach(async () => {
  await store.worker.drain(1000);
  await store.finish();
});

function lateWindows(): void {
  for (let window = 0; window < windows; window += 1) store.worker.keepPace(true);
}

async function left(): Promise<number> {
  const { rows } = await store.pool.query<{ count: number }>('select count(*)::int as count from work_item');
  return rows[0]?.count ?? 0;
}

describe('a worker beside requests that wait', () => {
  it('begins its least share, and the rest as soon as no request waits', async () => {
    lateWindows();
    store.worker.start();
    await eventually(async () => expect([handler.begun, await left()]).toEqual([4, items - 4]));
    store.worker.keepPace(false);
    await eventually(async () => expect([handler.begun, await left()]).toEqual([10, items - 10]));
    for (let window = 0; window < windows; window += 1) store.worker.keepPace(false);
    await eventually(async () => expect([handler.begun, await left()]).toEqual([items, 0]));
    expect(store.worker.pace).toBe(mostBegun);
  });

  it('does all of its work although requests never stop waiting', async () => {
    lateWindows();
    store.worker.start();
    await eventually(async () => {
      store.worker.keepPace(true);
      expect([handler.begun, await left()]).toEqual([items, 0]);
    });
  });

  it('begins nothing before it is started', async () => {
    lateWindows();
    store.worker.keepPace(false);
    expect([handler.begun, await left()]).toEqual([0, items]);
    store.worker.start();
    await eventually(() => expect(handler.begun).toBeGreaterThan(0));
  });
});
