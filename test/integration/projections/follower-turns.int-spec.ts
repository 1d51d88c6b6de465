import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { SystemClock } from '#host/system-clock.js';
import { Composition } from '#ledger/composition.js';
import { createPool } from '#ledger/database/connect.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import type { DecodeEvent } from '#ledger/projections/apply-events.js';
import { FollowerTurn, lookEveryMs } from '#ledger/projections/follower-turn.js';
import { Subscription } from '#ledger/projections/subscription.js';
import { OwnerSession } from '#ledger/work/owner-session.js';
import { counter, CounterOpened, CounterRaised, counterSchema, counterWiring, laterCounters } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
const opened: Database[] = [];

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
  await store.finish();
});

let names = 0;
const append = (): Promise<unknown> =>
  store.store.append({ streams: [counter([CounterOpened({ name: `counter ${(names += 1)}` }), CounterRaised({ by: 1 })])] });
const appendMany = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i += 1) await append();
};
const applied = async (): Promise<number> =>
  (await store.pool.query<{ n: number }>('select count(*)::int as n from later_counter')).rows[0]?.n ?? 0;
const holder = async (): Promise<number | null> =>
  (await store.pool.query<{ follower: number | null }>(`select follower from projection_checkpoint where name = 'later-counters'`)).rows[0]
    ?.follower ?? null;
const holds = ({ leases }: Database): Promise<void> => eventually(async () => expect(await holder()).toBe(leases.owner));

async function openAnother(): Promise<Database> {
  const database = await openDatabase({
    connectionString: store.connectionString,
    poolSize: 5,
    composition: new Composition([counterWiring]),
    clock: new SystemClock(),
    onError: () => undefined,
  });
  opened.push(database);
  return database;
}

/** Another process has the turn: it is alive, and was last heard of so long ago. */
async function takenBy(session: OwnerSession, beatAgo: string): Promise<void> {
  await session.start();
  await store.pool.query('update projection_checkpoint set follower = $1, beat_at = clock_timestamp() - $2::interval', [
    session.owner,
    beatAgo,
  ]);
}

function raise(error: unknown): void {
  throw error;
}

/** A pool, and the names of the statements that it is asked for. */
function listeningPool(): { pool: Pool; asked: readonly string[] } {
  const pool = createPool(store.connectionString, 2);
  const asked: string[] = [];
  const query = pool.query.bind(pool) as (statement: { name: string }) => unknown;
  Object.assign(pool, { query: (statement: { name: string }) => (asked.push(statement.name), query(statement)) });
  return { pool, asked };
}

describe('the turn of a follower', () => {
  it('stays with one process, and the others read no events', async () => {
    store.projections.start();
    await holds(store);
    const session = new OwnerSession(store.connectionString, () => undefined);
    await session.start();
    const { pool, asked } = listeningPool();
    const { activity } = store;
    const decode: DecodeEvent = (row, unread) => store.store.recorded(row, { unread });
    const second = new Subscription({
      projections: [laterCounters],
      pool,
      turnPool: pool,
      activity,
      owner: session.owner,
      decode,
      onError: raise,
    });
    second.start();
    await eventually(() => expect(asked).toContain('follower_turns'));
    await appendMany(20);
    expect(await store.projections.upToDate('later-counters', 30_000)).toBe(true);
    const looks = asked.length;
    second.look();
    await eventually(() => expect(asked.length).toBeGreaterThan(looks));
    expect([await holder(), new Set(asked)]).toEqual([store.leases.owner, new Set(['follower_turns'])]);
    await second.stop();
    await Promise.all([session.stop(), pool.end()]);
  });

  it('is given up by a process that stops', async () => {
    store.projections.start();
    await holds(store);
    const second = await openAnother();
    second.projections.start();
    await store.projections.stop();
    await holds(second);
  });

  it('is taken from a process that has ended, and not from one that is alive', async () => {
    const session = new OwnerSession(store.connectionString, () => undefined);
    await takenBy(session, '5 seconds');
    store.projections.start();
    await append();
    expect(await store.projections.upToDate('later-counters', 1000)).toBe(false);
    expect([await holder(), await applied()]).toEqual([session.owner, 0]);
    await session.stop();
    await eventually(async () => expect([await holder(), await applied()]).toEqual([store.leases.owner, 1]));
  });

  it('is taken from a process that is alive but has not been heard of', async () => {
    const session = new OwnerSession(store.connectionString, () => undefined);
    await takenBy(session, '9 seconds');
    store.projections.start();
    await append();
    await eventually(async () => expect([await holder(), await applied()]).toEqual([store.leases.owner, 1]));
    await session.stop();
  });

  it('is taken by a process that only follows, from one that has other work', async () => {
    store.projections.start();
    await holds(store);
    const follower = await openAnother();
    follower.projections.start({ isDedicated: true });
    await holds(follower);
    await appendMany(5);
    expect(await store.projections.upToDate('later-counters', 30_000)).toBe(true);
    expect([await holder(), await applied()]).toEqual([follower.leases.owner, 5]);
  });

  it('stays with a process that only follows when another such process starts', async () => {
    store.projections.start({ isDedicated: true });
    await holds(store);
    const second = await openAnother();
    second.projections.start({ isDedicated: true });
    await appendMany(5);
    expect(await store.projections.upToDate('later-counters', 30_000)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 2 * lookEveryMs));
    expect(await holder()).toBe(store.leases.owner);
  });

  it('of other work is given to a process that only follows and has no views', async () => {
    store.projections.start({ isDedicated: true });
    await holds(store);
    const second = await openAnother();
    const turns = [store, second].map(({ pool, leases }) => new FollowerTurn(pool, leases.owner, 'audit_place', true));
    const [withViews, withoutViews] = turns as [FollowerTurn, FollowerTurn];
    expect(await withViews.isOurs()).toBe(true);
    expect(await withoutViews.isOurs()).toBe(true);
    withViews.doubt();
    expect(await withViews.isOurs()).toBe(false);
  });

  it('of other work stays with a process that only follows, beside workers', async () => {
    store.projections.start({ isDedicated: true });
    await holds(store);
    const second = await openAnother();
    const [follower, worker] = [store, second].map(
      ({ pool, leases }, index) => new FollowerTurn(pool, leases.owner, 'audit_place', index === 0),
    ) as [FollowerTurn, FollowerTurn];
    expect(await worker.isOurs()).toBe(true);
    expect(await follower.isOurs()).toBe(true);
    worker.doubt();
    expect(await worker.isOurs()).toBe(false);
  });

  it('changes hands at random under load, and each event is applied once', async () => {
    const processes = [store, await openAnother(), await openAnother()];
    for (const each of processes) each.projections.start();
    let isWriting = true;
    const robbing = (async () => {
      while (isWriting) {
        const thief = processes[Math.floor(Math.random() * processes.length)]?.leases.owner;
        await store.pool.query('update projection_checkpoint set follower = $1, beat_at = clock_timestamp()', [thief]);
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 15));
      }
    })();
    await Promise.all(Array.from({ length: 8 }, () => appendMany(60)));
    isWriting = false;
    await robbing;
    expect(await store.projections.upToDate('later-counters', 60_000)).toBe(true);
    expect(await books()).toEqual({ events: 960, applied: 480, dead: 0 });
  }, 120_000);

  it('changes hands at random between small batches, and each event is applied once', async () => {
    await appendMany(300);
    const sessions = Array.from({ length: 3 }, () => new OwnerSession(store.connectionString, () => undefined));
    const pool = createPool(store.connectionString, 6);
    const decode: DecodeEvent = (row, unread) => store.store.recorded(row, { unread });
    const followers: Subscription[] = [];
    for (const session of sessions) {
      await session.start();
      const { owner } = session;
      const { activity } = store;
      const options = { projections: [laterCounters], pool, turnPool: pool, activity, owner, decode, onError: raise, batch: 7 };
      followers.push(new Subscription(options));
    }
    for (const follower of followers) follower.start();
    await eventually(async () => {
      await pool.query('update projection_checkpoint set follower = $1, beat_at = clock_timestamp()', [
        sessions[Math.floor(Math.random() * 3)]?.owner,
      ]);
      for (const follower of followers) follower.look();
      expect(await applied()).toBe(300);
    }, 60_000);
    expect(await store.projections.upToDate('later-counters', 60_000)).toBe(true);
    expect(await books()).toEqual({ events: 600, applied: 300, dead: 0 });
    for (const follower of followers) await follower.stop();
    await Promise.all([...sessions.map((session) => session.stop()), pool.end()]);
  }, 120_000);
});

async function books(): Promise<unknown> {
  const { rows } = await store.pool.query(
    `select events::int, (select count(*)::int from later_counter where last = 1) as applied, (select count(*)::int from dead_letter) as dead
     from projection_checkpoint where name = 'later-counters'`,
  );
  return rows[0];
}
