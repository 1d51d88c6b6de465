import { defineEvent } from '#kernel/event.js';
import { Composition } from '#ledger/composition.js';
import { openDatabase, type Database } from '#ledger/ledger.js';
import { defineProjection, when } from '#ledger/rows/projection.js';
import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemClock } from '#host/system-clock.js';
import { SystemIds } from '#host/system-ids.js';
import { TestBed } from '../support/bed.js';
import type { Section } from '../support/report.js';
import { round } from '../support/statistics.js';

const Happened = defineEvent('bench.happened')<{ n: number; text: string }>();
const ids = new SystemIds();
const text = 'x'.repeat(200);
const view = new ReadModel<{ id: string; n: number }, 'id'>({
  table: 'bench_view',
  key: ['id'],
  kept: record('a table of the benchmark'),
  columns: { id: { type: 'uuid' }, n: { type: 'integer' } },
});
const projection = defineProjection({
  name: 'bench-view',
  version: 1,
  mode: 'async',
  models: [view],
  on: [when(Happened, ({ streamId, payload }) => [view.put({ id: streamId, n: payload.n })])],
});

const seconds = 5;
const eventsPerStream = 3;

/** The event store by itself: grouped appends, and the rebuild of a projection. */
export async function eventStore(): Promise<Section> {
  const bed = await TestBed.open();
  try {
    const connectionString = await bed.database('store');
    await createView(connectionString);
    const composition = new Composition([{ events: [Happened], projections: [projection] }]);
    const database = await openDatabase({ connectionString, poolSize: 4, composition, clock: new SystemClock(), onError: () => undefined });
    const rows: (string | number)[][] = [];
    for (const writers of [1, 16, 64, 256])
      rows.push([`appends of ${eventsPerStream} events, ${writers} writers`, await appendRate(database, writers)]);
    rows.push(['events read into a projection during a rebuild', await rebuildRate(database)]);
    await database.close();
    return { title: 'Event store', columns: ['', 'per second'], rows };
  } finally {
    await bed.close();
  }
}

async function createView(connectionString: string): Promise<void> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create table bench_view (id uuid primary key, n int not null)');
  await client.end();
}

async function appendRate({ store }: Database, writers: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let appends = 0;
  const write = async (): Promise<void> => {
    while (performance.now() < until) {
      const events = Array.from({ length: eventsPerStream }, (_, n) => Happened({ n, text }));
      await store.append({
        streams: [{ streamId: ids.next(), lifetime: 'run', workspaceId: null, expected: 0, events, meta: { actorId: 'someone' } }],
      });
      appends += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  return round(appends / seconds);
}

async function rebuildRate({ pool, store }: Database): Promise<number> {
  const startedAt = performance.now();
  const { events } = await rebuild(projection, { pool, decode: (row) => store.recorded(row) });
  return round((events / (performance.now() - startedAt)) * 1000);
}
