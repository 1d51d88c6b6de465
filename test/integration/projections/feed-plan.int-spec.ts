import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createProjectionPool } from '#ledger/database/connect.js';
import { feedStart, readFeed } from '#ledger/projections/event-feed.js';
import { counter, CounterOpened, counterSchema, counterWiring } from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
let pool: pg.Pool;
let reader: pg.PoolClient;

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
  pool = createProjectionPool(store.connectionString);
  reader = await pool.connect();
});
afterEach(async () => {
  reader.release();
  await pool.end();
  await store.finish();
});

// Those of the transaction that reads: other connections report theirs late.
async function sequentialScans(): Promise<number> {
  const { rows } = await reader.query<{ n: number }>(
    `select coalesce(sum(seq_scan), 0)::int as n from pg_stat_xact_user_tables where relname ~ '^(run|ledger)_event'`,
  );
  return rows[0]?.n ?? 0;
}

const read = () => readFeed(reader, { after: feedStart, types: [CounterOpened.type], limit: 10, horizon: 'visible' });

it('what feeds views never reads whole tables of events, also when its plan was made while statistics called them empty', async () => {
  await store.pool.query('vacuum analyze');
  await reader.query('begin');
  // More than the five times after which a plan is kept.
  for (let time = 0; time < 8; time += 1) await read();
  for (let n = 0; n < 30; n += 1) await store.store.append({ streams: [counter([CounterOpened({ name: `counter ${n}` })])] });
  for (let time = 0; time < 8; time += 1) expect(await read()).toHaveLength(10);
  expect(await sequentialScans()).toBe(0);
  await reader.query('commit');
});
