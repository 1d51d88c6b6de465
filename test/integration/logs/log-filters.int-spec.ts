import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemIds } from '#host/system-ids.js';
import { runsWiring } from '#modules/runs/wiring.js';
import type { LogStatus } from '#modules/logs/projections/log-status.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { filterReadings } from '#modules/logs/queries/pages/filter-readings.js';
import { filterConditions, partsOf, type LogFilter } from '#modules/logs/queries/pages/log-filter.js';
import { LogPages } from '#modules/logs/queries/pages/log-pages.js';
import { LogRows } from '#modules/logs/queries/pages/log-rows.js';
import type { LogOrder, LogPosition } from '#modules/logs/queries/pages/log-statement.js';
import { historyModels, writeRunHistory } from '../../../bench/support/run-history.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

/*
 * Sixty thousand runs in seven months, some of them begun long after they were made, some in no month that was made ahead, and some lengths that
 * occur in old months alone. Filters made by dice are compared, page by page, with what a plain statement finds.
 */
const until = new Date('2026-07-20T12:00:00Z');
const workspace = { id: new SystemIds().next(), workflowIds: Array.from({ length: 30 }, () => new SystemIds().next()) };
const [limit, pages] = [60, 3];
let store: TestStore;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [executionLog] });
  for (let month = 0; month < 7; month += 1) await store.partitions.ensure(new Date(Date.UTC(2026, month, 1)), 0);
  const client = await store.pool.connect();
  await writeRunHistory(client, { workspaces: [workspace], runs: 60_000, months: 6, until, userId: workspace.id });
  client.release(true);
  await rebuild(executionLog, { pool: store.pool, decode: (row) => store.store.recorded(row) });
  await store.pool.query(`update execution_log set duration_ms = 9000000 where duration_ms > 2000 and started_at < '2026-03-10'`);
  await store.pool.query(`update execution_log set started_at = started_at + interval '50 days' where cost between 0.02 and 0.025`);
  await store.pool.query(
    `insert into execution_log select (jsonb_populate_record(l, jsonb_build_object('id', 'ffff' || substr(l.id::text, 5)))).*
     from execution_log l where l.id::text like '%00'`,
  );
  await store.pool.query('vacuum analyze execution_log');
}, 600_000);
afterAll(() => store.finish());

/** Numbers that look random and are the same each time. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function filterOf(seed: number): LogFilter {
  const roll = dice(seed);
  const pick = <T>(values: readonly T[]): T => values[roll(values.length)] as T;
  const days = roll(190);
  const day = (count: number): string => new Date(until.getTime() - count * 86_400_000).toISOString();
  const parts: readonly Partial<LogFilter>[] = [
    { workflowIds: workspace.workflowIds.slice(roll(30)).slice(0, 1 + roll(25)) },
    { level: pick(['info', 'error']) },
    { triggers: [pick(['api', 'schedule', 'chat', 'manual'])] },
    { startDate: day(days), endDate: day(Math.max(0, days - 1 - roll(60))) },
    { minDurationMs: pick([900, 1001, 8_000_000]) },
    { minDurationMs: 1000, maxDurationMs: pick([1010, 1100, 3000]) },
    { minCost: pick([0.006, 0.02, 0.1, 0.4]) },
    { minCost: 0.02, maxCost: 0.025 },
    { maxCost: 0.005 },
    { model: pick([...historyModels, 'm-embedding']) },
    { statuses: pick<LogStatus[]>([['cancelled'], ['failed', 'cancelled'], ['completed'], ['completed', 'failed']]) },
    { search: pick(['timed out', 'certificate', 'position 41', 'in JSON', 'Sum, order 1']) },
  ];
  return Object.assign({ workspaceId: workspace.id }, ...Array.from({ length: 1 + roll(3) }, () => pick(parts))) as LogFilter;
}

async function plainly(filter: LogFilter, order: LogOrder): Promise<string[]> {
  const values: unknown[] = [];
  const readings = filterReadings(filter, { inFolders: undefined, found: [] });
  const conditions = readings.map((reading) => filterConditions(reading, partsOf(reading), (value) => `$${values.push(value)}`));
  const { rows } = await store.pool.query<{ id: string }>(
    `select id from execution_log l where ${conditions.map((each) => `(${each.join(' and ')})`).join(' or ') || 'false'}
     order by started_at ${order}, id ${order} limit ${limit * pages}`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Entries page by page, those that are short included, until there are as many as asked for or none any more. */
async function paged(filter: LogFilter, order: LogOrder): Promise<string[]> {
  const readings = filterReadings(filter, { inFolders: undefined, found: [] });
  const log = new LogPages(new LogRows(store.searchPool, store.projections, store.reads));
  const ids: string[] = [];
  let after: LogPosition | undefined;
  do {
    const page = await log.find({ readings, order, limit, after });
    ids.push(...page.entries.map(({ id }) => id));
    after = page.until ?? (page.entries.length === limit ? page.entries.at(-1) : undefined);
  } while (after !== undefined && ids.length < limit * pages);
  return ids.slice(0, limit * pages);
}

describe.each<LogOrder>(['desc', 'asc'])('pages in order %s', (order) => {
  it.each(Array.from({ length: 150 }, (_, index) => index + 1))('of filter %i hold what it matches, and nothing else', async (seed) => {
    const filter = filterOf(seed);
    expect({ filter, ids: await paged(filter, order) }).toEqual({ filter, ids: await plainly(filter, order) });
  });
});
