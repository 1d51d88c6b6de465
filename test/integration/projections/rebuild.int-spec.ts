import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Composition } from '#ledger/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import type { DecodeEvent } from '#ledger/projections/apply-events.js';
import { feedStart, readFeed } from '#ledger/projections/event-feed.js';
import { when, type Projection } from '#ledger/rows/projection.js';
import { FormerRelease } from '#ledger/projections/inline-generation.js';
import { rebuild, RebuildUnderWay } from '#ledger/projections/rebuild/rebuild.js';
import { rebuildsUnderWay } from '#ledger/projections/rebuild/rebuild-progress.js';
import { retryDeadLetters } from '#ledger/projections/retry-dead-letters.js';
import { SystemClock } from '#host/system-clock.js';
import { counter, CounterOpened, CounterRaised, counterWiring, laterCounter, laterCounters, liveCounters } from '../../support/counter.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

/** As a table of months is: partitions with settings of their own, and an index that is no rule. */
const partitioned = `
  create table later_counter (id uuid primary key, name text not null, last int) partition by range (id);
  create index later_counter_last on later_counter (last desc, name) where last > 0;
  create table later_counter_default partition of later_counter default with (fillfactor = 70);
  create table later_counter_old partition of later_counter for values from (minvalue) to ('00000000-0000-0000-0000-000000000001');
  create table live_counter (id uuid primary key, name text not null constraint live_counter_name unique, last int) with (fillfactor = 80);`;

let store: TestStore;
let names = 0;
const name = (): string => `counter ${(names += 1)}`;
const decode: DecodeEvent = (row, unread) => store.store.recorded(row, { unread });

const rows = async (table: string): Promise<unknown[]> => (await store.pool.query(`select * from ${table} order by 1`)).rows;
const digest = async (table: string): Promise<unknown> =>
  (await store.pool.query(`select md5(string_agg(t::text, '|' order by id)) from ${table} t`)).rows[0];

/** Other databases of the cluster can hold the horizon back, up to which a rebuild works in batches. */
async function settled(count: number): Promise<void> {
  const all = { after: feedStart, types: [], limit: 1000, horizon: 'settled' } as const;
  await eventually(async () => expect(await readFeed(store.pool, all)).toMatchObject([{ passed: count }]));
}

async function append(count: number): Promise<void> {
  const streams = Array.from({ length: count }, () => counter([CounterOpened({ name: name() }), CounterRaised({ by: 3 })]));
  await Promise.all(streams.map((stream) => store.store.append({ streams: [stream] })));
}

/** Events in bulk, more than a start waits for. */
async function appendManyEvents(): Promise<void> {
  await store.pool.query(
    `insert into run_event (stream_id, version, type, schema_version, data, meta, at)
     select uuidv7(), 1, 'counter.opened', 2, json_build_object('name', 'bulk ' || n), '{}', now() from generate_series(1, 25000) n`,
  );
}

const openAgain = (projections: readonly Projection[]): Promise<Database> =>
  openDatabase({
    connectionString: store.connectionString,
    poolSize: 5,
    composition: new Composition([{ ...counterWiring, projections }]),
    clock: new SystemClock(),
    onError: () => undefined,
  });

beforeEach(async () => {
  store = await openTestStore(counterWiring, partitioned);
});
afterEach(() => store.finish());

describe('a rebuild', () => {
  it('makes partitions, indexes and their settings as they were, and the same rows to the byte', async () => {
    store.projections.start();
    await append(200);
    await eventually(async () => expect(await store.projections.upToDate('later-counters')).toBe(true));
    const before = [await digest('later_counter'), await digest('live_counter'), await shape()];
    expect(await rebuild(laterCounters, { pool: store.pool, decode })).toMatchObject({ deadLetters: 0 });
    await rebuild(liveCounters, { pool: store.pool, decode });
    expect([await digest('later_counter'), await digest('live_counter'), await shape()]).toEqual(before);
  });

  async function shape(): Promise<unknown> {
    const { rows: found } = await store.pool.query(
      `select c.relname, c.reloptions, pg_get_expr(c.relpartbound, c.oid) as bound,
         (select array_agg(pg_get_indexdef(x.indexrelid) order by pg_get_indexdef(x.indexrelid)) from pg_index x where x.indrelid = c.oid) as indexes
       from pg_class c where c.relname ~ '^(later|live)_counter' and c.relkind in ('r', 'p') order by 1`,
    );
    return found;
  }

  it('happens once at a time for each projection', async () => {
    await append(5);
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const slow = rebuild(liveCounters, { pool: store.pool, decode: async (row, unread) => (await held, decode(row, unread)) });
    await eventually(async () => expect(await rebuildsUnderWay(store.pool)).toMatchObject([{ name: 'live-counters', running: true }]));
    await expect(rebuild(liveCounters, { pool: store.pool, decode })).rejects.toThrow(RebuildUnderWay);
    await rebuild(laterCounters, { pool: store.pool, decode });
    go();
    await slow;
    expect(await rebuildsUnderWay(store.pool)).toEqual([]);
  });

  it('that loses its connection leaves the live rows alone, and is gone on with where it was', async () => {
    await append(40);
    await settled(80);
    const before = await digest('live_counter');
    let decoded = 0;
    const interrupted = rebuild(liveCounters, {
      pool: store.pool,
      batch: 20,
      decode: async (row, unread) => {
        decoded += 1;
        if (decoded === 50) await killRebuilds();
        return decode(row, unread);
      },
    });
    await expect(interrupted).rejects.toThrow(/terminat|connection error|EPIPE|ECONNRESET/);
    expect(await digest('live_counter')).toEqual(before);
    const [progress] = await rebuildsUnderWay(store.pool);
    expect(progress).toMatchObject({ name: 'live-counters', events: 40, total: 80, running: false });
    const again: string[] = [];
    await rebuild(liveCounters, { pool: store.pool, resume: true, decode: (row, unread) => (again.push(row.pos), decode(row, unread)) });
    expect(again).toHaveLength(40);
    expect(await digest('live_counter')).toEqual(before);
  });

  async function killRebuilds(): Promise<void> {
    await store.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = hashtext('rebuild')::oid
       and database = (select oid from pg_database where datname = current_database())`,
    );
  }
});

describe('a projection of a new version', () => {
  const newer = { ...laterCounters, version: 2 };

  it('is rebuilt before the server is ready where that takes a moment', async () => {
    await append(3);
    const server = await openAgain([liveCounters, newer]);
    expect(await server.projections.status()).toContainEqual(expect.objectContaining({ name: 'later-counters', liveVersion: 2 }));
    await server.close();
  });

  it('is rebuilt beside the running server where there are many events, and shown and fed as it was until then', async () => {
    store.projections.start();
    await append(2);
    await eventually(async () => expect(await rows('later_counter')).toHaveLength(2));
    await store.projections.stop();
    await appendManyEvents();
    const server = await openAgain([liveCounters, newer]);
    expect(await server.projections.status()).toContainEqual(
      expect.objectContaining({ name: 'later-counters', version: 2, liveVersion: 1 }),
    );
    expect(await rows('later_counter')).toHaveLength(2);
    server.projections.start();
    await eventually(async () => {
      expect(await server.projections.status()).toContainEqual(
        expect.objectContaining({ name: 'later-counters', liveVersion: 2, rebuild: null, lagMs: 0 }),
      );
    }, 30_000);
    expect(await rows('later_counter')).toHaveLength(25_002);
    await append(1);
    await eventually(async () => expect(await rows('later_counter')).toHaveLength(25_003));
    await server.close();
  }, 60_000);

  it('is left alone by a server of the release before', async () => {
    const server = await openAgain([liveCounters, newer]);
    await server.close();
    const former = await openAgain([liveCounters, laterCounters]);
    former.projections.start();
    expect(await former.projections.status()).toContainEqual(
      expect.objectContaining({ name: 'later-counters', version: 1, liveVersion: 2 }),
    );
    await former.close();
  });

  it.each([
    ['an async one', liveCounters, newer, laterCounters],
    ['an inline one', { ...liveCounters, version: 2 }, laterCounters, liveCounters],
  ])('is not replaced by a rebuild of the release before (%s)', async (_, first, second, former) => {
    await (await openAgain([first, second])).close();
    const books =
      'select generation, (select json_object_agg(name, version) from projection_checkpoint) as versions from append_generation';
    const before = (await store.pool.query(books)).rows;
    await expect(rebuild(former, { pool: store.pool, decode })).rejects.toThrow(FormerRelease);
    expect((await store.pool.query(books)).rows).toEqual(before);
  });
});

describe('an inline projection of a new version', () => {
  const newer = { ...liveCounters, version: 2 };
  const opened = () => ({ streams: [counter([CounterOpened({ name: name() })])] });

  it('keeps servers of the release before from writing, whatever they were at, and from starting', async () => {
    let isRefused = false;
    let written = 0;
    const writers = Array.from({ length: 8 }, async () => {
      while (!isRefused) {
        await store.store.append(opened()).then(
          () => (written += 1),
          (error: unknown) => {
            isRefused = true;
            expect(error).toMatchObject({ kind: 'unavailable', message: expect.stringContaining('A later release') });
          },
        );
      }
    });
    await eventually(() => expect(written).toBeGreaterThan(100));
    const server = await openAgain([newer, laterCounters]);
    await Promise.all(writers);
    expect(store.lane.isFormer).toBe(true);
    expect(store.errors).toHaveLength(1);
    await server.store.append(opened());
    expect(await rows('live_counter')).toHaveLength(written + 1);
    expect(await rows('run_event')).toHaveLength(written + 1);
    await server.close();
    await expect(openAgain([liveCounters, laterCounters])).rejects.toThrow(FormerRelease);
  });

  it('of the same version lets servers go on', async () => {
    await rebuild(liveCounters, { pool: store.pool, decode });
    await store.store.append(opened());
    expect(await rows('live_counter')).toHaveLength(1);
  });
});

describe('events that were set aside', () => {
  it('are applied when what kept them out was mended, with what came after them in their streams', async () => {
    store.projections.start();
    const stream = counter([CounterOpened({ name: name() })]);
    await store.store.append({ streams: [stream] });
    await store.pool.query(
      `insert into run_event (stream_id, version, type, schema_version, data, meta, at)
       select $1, v, 'counter.raised', 1, d::json, '{}', now() from (values (2, '{"by": 1, "note": "indigestible"}'), (3, '{"by": 2}')) e (v, d)`,
      [stream.streamId],
    );
    await eventually(async () => expect(await rows('dead_letter')).toHaveLength(1));
    await eventually(async () => expect(await rows('later_counter')).toMatchObject([{ last: 2 }]));
    expect(await retryDeadLetters(laterCounters, { pool: store.pool, decode })).toEqual({
      settled: 0,
      failures: [`stream ${stream.streamId}: cannot digest this`],
    });
    expect(await rows('dead_letter')).toHaveLength(1);
    expect(await rebuild(laterCounters, { pool: store.pool, decode })).toMatchObject({ events: 3, deadLetters: 1 });
    await store.pool.query('update later_counter set last = 99');
    expect(await retryDeadLetters(mended, { pool: store.pool, decode })).toEqual({ settled: 1, failures: [] });
    expect(await rows('dead_letter')).toEqual([]);
    expect(await rows('later_counter')).toMatchObject([{ last: 2 }]);
  });

  const [opened] = laterCounters.handlers;
  const mended = {
    ...laterCounters,
    handlers: new Map([
      ...(opened === undefined ? [] : [opened]),
      when(CounterRaised, ({ streamId, payload }) => [laterCounter.patch({ id: streamId, last: payload.by })]),
    ]),
  };
});
