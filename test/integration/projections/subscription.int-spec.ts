import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { select } from '#ledger/rows/select.js';
import pg from 'pg';
import type { DecodeEvent } from '#ledger/projections/apply-events.js';
import { feedStart, readFeed, type FeedPosition } from '#ledger/projections/event-feed.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import {
  counter,
  CounterOpened,
  CounterRaised,
  counterSchema,
  counterWiring,
  laterCounter,
  laterCounters,
  liveCounters,
} from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
let names = 0;
const name = (): string => `counter ${(names += 1)}`;

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
});
afterEach(() => store.finish());

const rows = async (table: string): Promise<unknown[]> => (await store.pool.query(`select * from ${table} order by 1`)).rows;
/** Not only as long as a caller would wait: where all spec files share a server, a transaction of another one holds back the horizon. */
const caughtUp = async (): Promise<void> => expect(await store.projections.upToDate('later-counters', 60_000)).toBe(true);
const decode: DecodeEvent = (row, unread) => store.store.recorded(row, { unread });

describe('an async projection', () => {
  it('follows the events, and a query can wait for what was committed before it', async () => {
    store.projections.start();
    const streams = Array.from({ length: 50 }, () => counter([CounterOpened({ name: name() }), CounterRaised({ by: 3 })]));
    await Promise.all(streams.map((stream) => store.store.append({ streams: [stream] })));
    await caughtUp();
    expect(await rows('later_counter')).toHaveLength(50);
    expect(await select(store.pool, laterCounter, { where: { last: 3 } })).toHaveLength(50);
  });

  it('sets an event aside that it cannot apply, continues and reports it', async () => {
    store.projections.start();
    const poison = counter([CounterOpened({ name: name() })], { lifetime: 'ledger' });
    await store.store.append({ streams: [poison] });
    await store.pool.query(
      `insert into ledger_event (stream_id, version, type, schema_version, data, meta, at) values ($1, 2, 'counter.raised', 1, '{"by": 1, "note": "indigestible"}', '{}', now())`,
      [poison.streamId],
    );
    await store.store.append({ streams: [counter([CounterOpened({ name: name() }), CounterRaised({ by: 9 })])] });
    await eventually(async () => expect(await rows('later_counter')).toHaveLength(2));
    await caughtUp();
    expect(await rows('dead_letter')).toMatchObject([
      { projection: 'later-counters', type: 'counter.raised', error: 'cannot digest this' },
    ]);
    expect(await store.projections.status()).toContainEqual(expect.objectContaining({ name: 'later-counters', deadLetters: 1 }));
  });

  it('sets an event aside that the database refuses, and applies its neighbours', async () => {
    const taken = name();
    await store.pool.query(`drop index if exists x; alter table live_counter drop constraint live_counter_name`);
    const streams = [
      counter([CounterOpened({ name: taken })]),
      counter([CounterOpened({ name: taken })]),
      counter([CounterOpened({ name: name() })]),
    ];
    for (const stream of streams) await store.store.append({ streams: [stream] });
    store.projections.start();
    await eventually(async () => expect(await rows('later_counter')).toHaveLength(2));
    expect(await rows('dead_letter')).toHaveLength(1);
  });

  it.each(['disk_full', 'deadlock_detected'])(
    'waits while the database has a failure that passes (%s), and sets nothing aside',
    async (failure) => {
      await failWith(failure);
      store.projections.start();
      await store.store.append({ streams: [counter([CounterOpened({ name: name() }), CounterRaised({ by: 2 })])] });
      await eventually(() => expect(store.errors.length).toBeGreaterThan(1));
      await expect(rebuild(laterCounters, { pool: store.pool, decode })).rejects.toThrow('not now');
      await store.pool.query('delete from failure');
      await eventually(async () => expect(await rows('later_counter')).toMatchObject([{ last: 2 }]));
      expect(await rows('dead_letter')).toEqual([]);
    },
  );

  /** Rows of the follower, and of whatever takes its place, are refused as long as there is a failure. */
  async function failWith(failure: string): Promise<void> {
    await store.pool.query(
      `create table failure (name text);
       create function passes() returns boolean language plpgsql as $$ begin
         if exists (select from failure) then raise exception 'not now' using errcode = (select name from failure); end if;
         return true; end $$;
       alter table later_counter add constraint passes check (passes())`,
    );
    await store.pool.query('insert into failure values ($1)', [failure]);
  }

  it('is applied once when several processes run it', async () => {
    const second = await openSecond();
    store.projections.start();
    second.projections.start();
    for (let i = 0; i < 30; i += 1) await store.store.append({ streams: [counter([CounterOpened({ name: name() })])] });
    await caughtUp();
    expect(await rows('later_counter')).toHaveLength(30);
    const { rows: checkpoint } = await store.pool.query(`select events::int from projection_checkpoint where name = 'later-counters'`);
    expect(checkpoint).toEqual([{ events: 30 }]);
    await second.close();
  });

  async function openSecond(): Promise<Pick<TestStore, 'projections' | 'close'>> {
    const { openDatabase } = await import('#ledger/ledger.js');
    const { Composition } = await import('#ledger/composition.js');
    const { SystemClock } = await import('#host/system-clock.js');
    return openDatabase({
      connectionString: store.connectionString,
      poolSize: 5,
      composition: new Composition([counterWiring]),
      clock: new SystemClock(),
      onError: () => undefined,
    });
  }
});

describe('a rebuild', () => {
  it.each([
    ['inline', 'live_counter', liveCounters],
    ['async', 'later_counter', laterCounters],
  ] as const)(
    'of an %s projection under load ends with the same rows, indexes and no gap',
    async (_, table, projection) => {
      store.projections.start();
      let running = true;
      const writers = Array.from({ length: 4 }, async () => {
        while (running) await store.store.append({ streams: [counter([CounterOpened({ name: name() }), CounterRaised({ by: 4 })])] });
      });
      await eventually(async () => expect((await rows(table)).length).toBeGreaterThan(100));
      const indexes = await indexNames(table);
      for (let round = 0; round < 3; round += 1) await rebuild(projection, { pool: store.pool, decode, batch: 100 });
      running = false;
      await Promise.all(writers);
      await caughtUp();
      expect(await indexNames(table)).toEqual(indexes);
      expect(await rows('later_counter')).toEqual(await rows('live_counter'));
      const { rows: streams } = await store.pool.query('select count(distinct stream_id)::int as n from run_event');
      expect(await rows(table)).toHaveLength((streams[0] as { n: number }).n);
    },
    30_000,
  );

  it('brings a projection that was damaged back to what its events say', async () => {
    await store.store.append({ streams: [counter([CounterOpened({ name: name() }), CounterRaised({ by: 1 })])] });
    const before = await rows('live_counter');
    await store.pool.query('update live_counter set last = 99');
    await rebuild(liveCounters, { pool: store.pool, decode });
    expect(await rows('live_counter')).toEqual(before);
  });

  async function indexNames(table: string): Promise<unknown[]> {
    return (await store.pool.query('select indexname from pg_indexes where tablename = $1 order by 1', [table])).rows;
  }
});

describe('the order of all events', () => {
  const total = 30_000;
  type Reader = (client: pg.ClientBase, after: FeedPosition) => Promise<{ rows: readonly FeedPosition[]; next: FeedPosition }>;

  const byTransactionAndPosition: Reader = async (client, after) => {
    const found = await readFeed(client, { after, types: ['counter.raised'], limit: 5000, horizon: 'settled' });
    return { rows: found, next: found.at(-1) ?? after };
  };

  /** The commonly described way: the same horizon, but a cursor of positions alone. */
  const byPositionAlone: Reader = async (client, after) => {
    const { rows: found } = await client.query<FeedPosition>(
      'select tx, pos from run_event where pos > $1 and tx < event_horizon() order by pos limit 5000',
      [after.pos],
    );
    return { rows: found, next: found.at(-1) ?? after };
  };

  /** 16 writers that pause at random between insert and commit, and a reader that polls. @returns how many events it saw */
  async function seenBy(reader: Reader): Promise<number> {
    let left = total;
    const seen = new Set<string>();
    const { promise: written, resolve } = Promise.withResolvers<string>();
    const polling = poll(reader, written, seen);
    await Promise.all(Array.from({ length: 16 }, () => write(() => (left -= 10) >= 0)));
    const { rows } = await store.pool.query<{ tx: string }>('select event_tx()::text as tx');
    resolve(rows[0]?.tx ?? '');
    await polling;
    return seen.size;
  }

  async function write(more: () => boolean): Promise<void> {
    const client = await connect();
    while (more()) {
      await client.query('begin');
      for (const events of [5, 5]) {
        await client.query(
          `insert into run_event (stream_id, version, type, schema_version, data, meta, at)
           select $1, v + $2, 'counter.raised', 1, '{"by": 1}', '{}', now() from generate_series(1, 5) v`,
          [counter([]).streamId, events],
        );
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      }
      await client.query('commit');
    }
    await client.end();
  }

  /** Reads until nothing is left of what was written before the transaction that `written` tells. */
  async function poll(reader: Reader, written: Promise<string>, seen: Set<string>): Promise<void> {
    const client = await connect();
    let end: string | undefined;
    void written.then((tx) => (end = tx));
    let place = feedStart;
    for (let isLast = false; ;) {
      const { rows: found, next } = await reader(client, place);
      for (const { pos } of found) seen.add(pos);
      place = next;
      if (isLast && found.length === 0) break;
      isLast = end !== undefined && (await hasSettled(client, end));
    }
    await client.end();
  }

  /** Transactions of other databases hold the horizon back too, so it may be behind what this one has written. */
  async function hasSettled(client: pg.Client, tx: string): Promise<boolean> {
    const { rows } = await client.query<{ settled: boolean }>('select event_horizon() > $1::xid8 as settled', [tx]);
    return rows[0]?.settled === true;
  }

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: store.connectionString });
    await client.connect();
    return client;
  }

  it('loses none of 30,000 events of 16 concurrent writers', async () => {
    expect(await seenBy(byTransactionAndPosition)).toBe(total);
  }, 120_000);

  it('would lose some if the cursor were the position alone', async () => {
    expect(await seenBy(byPositionAlone)).toBeLessThan(total);
  }, 120_000);
});
