import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventSign } from '#ledger/projections/event-feed.js';
import { Activity, type RestEnd } from '#ledger/signals/activity.js';
import { QuietSigns } from '#ledger/signals/quiet-signs.js';
import { PostgresCarrier } from '#ledger/signals/carriers/postgres-carrier.js';
import { Signals } from '#ledger/signals/signals.js';
import { workSign } from '#ledger/work/work-queue.js';
import { counter, CounterOpened, counterSchema, counterWiring } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const hourMs = 3_600_000;
const lookEveryMs = 20;

let store: TestStore;
let activity: Activity;
let ms: number;
const stopping = new AbortController();

beforeAll(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterAll(() => store.finish());

/** A process that gets no notification at all, an hour after the last activity. */
beforeEach(() => {
  ms = 0;
  activity = new Activity(new Signals(new PostgresCarrier(store.pool)), new QuietSigns(store.pool), {
    lookEveryMs,
    longestRestMs: hourMs,
    now: () => ms,
  });
  for (const sign of [eventSign, workSign]) activity.follow(sign);
  ms = hourMs;
});
afterEach(() => activity.stop());

/** A loop that rests until the look finds something. @returns why its rest has ended */
async function relyingLoop(options: { untilDue?: boolean } = {}): Promise<{ ended: Promise<RestEnd> }> {
  return eventually(async () => {
    ms += 1;
    const since = activity.begin();
    if (!activity.mayRely(since)) {
      await activity.rest(1, stopping.signal, { since });
      throw new Error('The look has no baseline yet');
    }
    return { ended: activity.rest(1, stopping.signal, { since, ...options }) };
  });
}

async function appendOne(): Promise<void> {
  await store.store.append({ streams: [counter([CounterOpened({ name: randomUUID() })])] });
}

async function setTimer(inMs: number, kind = 'test'): Promise<void> {
  await store.pool.query(
    `insert into timer (id, kind, workspace_id, stream_id, priority, fence, due_at)
     values (gen_random_uuid(), $2, gen_random_uuid(), gen_random_uuid(), 0, 0, now() + make_interval(secs => $1))`,
    [inMs / 1000, kind],
  );
}

describe('a quiet process whose notifications are lost', () => {
  it('finds an event of another process at the next look', async () => {
    const { ended } = await relyingLoop();
    expect(activity.isQuiet).toBe(true);
    await appendOne();
    expect(await ended).toBe('news');
  });

  it('lets every loop look itself while an event is not settled', async () => {
    const older = await store.pool.connect();
    const { ended } = await relyingLoop();
    await older.query('begin');
    await older.query('select pg_current_xact_id()');
    await appendOne();
    expect(await ended).toBe('news');
    // The next quiet time.
    ms += hourMs;
    for (let looks = 0; looks < 5; looks += 1) expect(await activity.rest(1, stopping.signal, { since: activity.begin() })).toBe('news');
    expect(activity.relying).toBe(0);
    await older.query('rollback');
    older.release();
    await relyingLoop();
    expect(activity.relying).toBe(1);
  });

  it('lets every loop look itself while there is work', async () => {
    const { ended } = await relyingLoop();
    await store.pool.query(
      `insert into work_item (id, kind, workspace_id, stream_id, priority, turn, due_at, fence, attempts, waits_for_room)
       values (gen_random_uuid(), 'test', gen_random_uuid(), gen_random_uuid(), 0, 0, now(), 0, 0, false)`,
    );
    expect(await ended).toBe('news');
    expect(activity.isQuiet).toBe(true);
    await store.pool.query('delete from work_item');
    await relyingLoop();
  });

  it('ends the rest of the worker when a timer is due', async () => {
    await setTimer(3 * lookEveryMs);
    const due = await relyingLoop({ untilDue: true });
    expect(await due.ended).toBe('news');
    const { rows } = await store.pool.query<{ isDue: boolean }>('select bool_and(due_at <= clock_timestamp()) as "isDue" from timer');
    expect(rows).toEqual([{ isDue: true }]);
    await store.pool.query('delete from timer');
  });

  it('does not rely on a look that is older than the round of the loop', async () => {
    const since = activity.begin();
    await relyingLoop();
    expect(activity.mayRely(since)).toBe(false);
  });
});

describe('a look without an answer', () => {
  it('is not relied on, and the next one is', async () => {
    activity.follow({ sign: `(select count(pg_sleep(3600)) from timer where kind = 'slow')` });
    const { ended } = await relyingLoop();
    await setTimer(hourMs, 'slow');
    expect(await ended).toBe('news');
    expect(activity.mayRely(activity.begin())).toBe(false);
    await store.pool.query('delete from timer');
    await store.pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where query like '%pg_sleep(3600)%' and pid <> pg_backend_pid()`,
    );
    await relyingLoop();
  });
});

describe('a loop without a database', () => {
  it('looks itself', async () => {
    const { ended } = await relyingLoop();
    await store.pool.query('alter table timer rename to timer_away');
    expect(await ended).toBe('news');
    expect(activity.mayRely(activity.begin())).toBe(false);
    await store.pool.query('alter table timer_away rename to timer');
    await relyingLoop();
  });
});
