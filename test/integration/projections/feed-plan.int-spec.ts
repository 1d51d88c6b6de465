import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createProjectionPool } from '#ledger/database/connect.js';
import { feedStart, readFeed } from '#ledger/projections/event-feed.js';
import { counter, CounterOpened, counterSchema, counterWiring } from '../../support/counter.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

let store: TestStore;
let pool: Pool;

beforeEach(async () => {
  store = await openTestStore(counterWiring, counterSchema);
  pool = createProjectionPool(store.connectionString);
});
afterEach(async () => {
  await pool.end();
  await store.finish();
});

async function sequentialScans(): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ n: number }>(
    `select coalesce(sum(seq_scan), 0)::int as n from pg_stat_user_tables where relname ~ '^(run|ledger)_event'`,
  );
  return rows[0]?.n ?? 0;
}

const read = () => readFeed(pool, { after: feedStart, types: [CounterOpened.type], limit: 10, horizon: 'visible' });

it('what feeds views never reads whole tables of events, also when its plan was made while statistics called them empty', async () => {
  await store.pool.query('vacuum analyze');
  const before = await sequentialScans();
  // More than the five times after which a plan is kept.
  for (let time = 0; time < 8; time += 1) await read();
  for (let n = 0; n < 30; n += 1) await store.store.append({ streams: [counter([CounterOpened({ name: `counter ${n}` })])] });
  for (let time = 0; time < 8; time += 1) expect(await read()).toHaveLength(10);
  expect((await sequentialScans()) - before).toBe(0);
});
