import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryResultRow } from 'pg';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemIds } from '#host/system-ids.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { LogFigures } from '#modules/logs/queries/figures/log-figures.js';
import { filterReadings } from '#modules/logs/queries/pages/filter-readings.js';
import { filterConditions, partsOf, type LogFilter } from '#modules/logs/queries/pages/log-filter.js';
import { LogPages } from '#modules/logs/queries/pages/log-pages.js';
import { LogRows } from '#modules/logs/queries/pages/log-rows.js';
import type { LogOrder, Statement } from '#modules/logs/queries/pages/log-statement.js';
import { writeRunHistory } from '../../../bench/support/run-history.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

/*
 * A hundred and fifty thousand runs in one month, more than a third of them in one workspace. Each page is compared with what a plain
 * statement finds, and each statement that finds it is explained.
 */
const until = new Date('2026-01-31T12:00:00Z');
const month = 'execution_log_202601';
const ids = new SystemIds();
const workspaces = Array.from({ length: 50 }, () => ({ id: ids.next(), workflowIds: Array.from({ length: 40 }, () => ids.next()) }));
const limit = 101;

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Explains every statement before it asks it. */
class ExplainedRows extends LogRows {
  readonly scans: PlanNode[] = [];

  override async read<Row extends QueryResultRow>(statement: Statement): Promise<readonly Row[]> {
    const [explained] = await super.read<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>({
      text: `explain (analyze, timing off, format json) ${statement.text}`,
      values: statement.values,
    });
    const nodes = explained === undefined ? [] : nodesOf(explained['QUERY PLAN'][0].Plan);
    this.scans.push(...nodes.filter((node) => node['Relation Name'] === month || node['Index Name']?.startsWith(month)));
    return super.read<Row>(statement);
  }
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function rowsTouched(scans: readonly PlanNode[]): number {
  return scans.reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0);
}

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [executionLog] });
  await store.partitions.ensure(until, 0);
  const client = await store.pool.connect();
  // The same durations, costs and errors in each run of this test: how far a page must be read depends on them.
  await client.query('select setseed(0.5)');
  await writeRunHistory(client, { workspaces, runs: 150_000, months: 1, until, userId: ids.next() });
  client.release(true);
  await rebuild(executionLog, { pool: store.pool, decode: (row) => store.store.recorded(row) });
  await store.pool.query(
    `update execution_log set status = 'running', ended_at = null, duration_ms = null where level = 'info' and id::text like '%07'`,
  );
  await store.pool.query(`vacuum analyze ${month}`);
}, 600_000);
afterAll(() => store.finish());

const [largest, , , withoutErrors] = workspaces;
const workspaceId = largest?.id ?? '';
const [busy = '', second = ''] = largest?.workflowIds ?? [];
const quiet = largest?.workflowIds.at(-1) ?? '';
const foreign = workspaces[1]?.workflowIds[0] ?? '';
const days = { startDate: '2026-01-10T00:00:00.000Z', endDate: '2026-01-12T00:00:00.000Z' };

type Narrowing = Partial<LogFilter>;

const narrowings: readonly (readonly [string, Narrowing])[] = [
  ['nothing', {}],
  ['a busy workflow', { workflowIds: [busy] }],
  ['a quiet workflow', { workflowIds: [quiet] }],
  ['several workflows', { workflowIds: [quiet, second, busy] }],
  ['all workflows', { workflowIds: [...(largest?.workflowIds ?? [])] }],
  ['the workflow of another workspace', { workflowIds: [foreign] }],
  ['successes', { level: 'info' }],
  ['errors', { level: 'error' }],
  ['errors where there are none', { workspaceId: withoutErrors?.id ?? '', level: 'error' }],
  ['active runs', { statuses: ['running'] }],
  ['a status that none has', { statuses: ['paused'] }],
  ['cancelled runs of a quiet workflow', { statuses: ['cancelled'], workflowIds: [quiet] }],
  ['active and cancelled runs', { statuses: ['running', 'cancelled'] }],
  ['failed and active runs', { statuses: ['failed', 'running'] }],
  ['completed runs', { statuses: ['completed'] }],
  ['failures among successes', { statuses: ['failed'], level: 'info' }],
  ['a text of active runs', { statuses: ['running'], search: 'timed out' }],
  ['a usual trigger', { triggers: ['api'] }],
  ['a rare trigger', { triggers: ['chat'] }],
  ['an unknown trigger', { triggers: ['carrier-pigeon'] }],
  ['two days', days],
  ['days without runs', { startDate: '2027-01-01T00:00:00.000Z' }],
  ['an unknown execution', { executionId: 'missing' }],
  ['an execution of ours that is not there', { executionId: workspaceId }],
  ['durations from', { minDurationMs: 60_000 }],
  ['long durations from', { minDurationMs: 3_000_000 }],
  ['durations that none had', { minDurationMs: 4_000_000 }],
  ['durations up to', { maxDurationMs: 5 }],
  ['durations in a range', { minDurationMs: 1000, maxDurationMs: 1010 }],
  ['costs from', { minCost: 0.02 }],
  ['high costs from', { minCost: 1 }],
  ['costs that none had', { minCost: 1000 }],
  ['costs up to', { maxCost: 0.005 }],
  ['costs below all', { maxCost: 0.001 }],
  ['a usual model', { model: 'm-small' }],
  ['a rare model', { model: 'm-retired' }],
  ['an unknown model', { model: 'm-unknown' }],
  ['a text of many errors', { search: 'TIMED OUT' }],
  ['a text of few errors', { search: 'certificate of billing' }],
  ['a text of some errors', { search: 'position 9' }],
  ['a text of no error', { search: 'nothing says this' }],
  ['errors of a workflow', { level: 'error', workflowIds: [busy] }],
  ['errors of a quiet workflow', { level: 'error', workflowIds: [quiet] }],
  ['a workflow in two days', { workflowIds: [quiet], ...days }],
  ['errors in two days', { level: 'error', ...days }],
  ['a trigger and a level', { triggers: ['chat'], level: 'error' }],
  ['a trigger and a model', { triggers: ['webhook'], model: 'm-vision' }],
  ['slow errors', { level: 'error', minDurationMs: 100_000 }],
  ['slow runs of a workflow', { workflowIds: [busy], minDurationMs: 100_000 }],
  ['slow and costly runs', { minDurationMs: 60_000, minCost: 0.3 }],
  ['costly runs of a model', { model: 'm-large', minCost: 0.2 }],
  ['a text and a duration', { search: 'timed out', maxDurationMs: 20 }],
];

function readingsOf(filter: LogFilter): ReturnType<typeof filterReadings> {
  return filterReadings(filter, { inFolders: undefined, found: [] });
}

async function plainly(filter: LogFilter, order: LogOrder): Promise<string[]> {
  const values: unknown[] = [];
  const readings = readingsOf(filter).map((reading) => filterConditions(reading, partsOf(reading), (value) => `$${values.push(value)}`));
  const { rows } = await store.pool.query<{ id: string }>(
    `select id from execution_log l where ${readings.map((reading) => `(${reading.join(' and ')})`).join(' or ') || 'false'}
     order by started_at ${order}, id ${order} limit ${limit}`,
    values,
  );
  return rows.map(({ id }) => id);
}

describe.each<LogOrder>(['desc', 'asc'])('the first page, in order %s, narrowed by', (order) => {
  it.each(narrowings)('%s is the right one and takes indexes and few rows', async (_, narrowing) => {
    const filter = { workspaceId, ...narrowing };
    const rows = new ExplainedRows(store.searchPool, store.projections, store.reads);
    const { entries, until: unknownFrom } = await new LogPages(rows).find({ readings: readingsOf(filter), order, limit });
    expect(entries.map(({ id }) => id)).toEqual(await plainly(filter, order));
    expect(unknownFrom).toBeUndefined();
    expect(rows.scans.map((node) => node['Node Type']).filter((type) => type === 'Seq Scan')).toEqual([]);
    const bitmaps = rows.scans.filter((node) => node['Node Type'] === 'Bitmap Index Scan').map((node) => node['Index Name']);
    expect(bitmaps.filter((index) => index?.includes('error') !== true)).toEqual([]);
    expect(rowsTouched(rows.scans)).toBeLessThan(15_000);
  });
});

describe('figures of a time', () => {
  const inTime = { workspaceId, workflowIds: undefined, from: days.startDate, to: days.endDate };

  it.each([
    ['a summary', (figures: LogFigures) => figures.summary(inTime, { bucketMs: 3_600_000, byWorkflow: true }), 'true'],
    ['errors', (figures: LogFigures) => figures.errors(inTime), `level = 'error'`],
  ])('of %s are read along an index, and no run is read that does not count', async (_, read, condition) => {
    const rows = new ExplainedRows(store.searchPool, store.projections, store.reads);
    const { data, since } = await read(new LogFigures(rows));
    const { rows: counted } = await store.pool.query<{ count: number }>(
      `select count(*)::int as count from execution_log where workspace_id = $1 and started_at >= $2 and started_at < $3 and ${condition}`,
      [workspaceId, inTime.from, inTime.to],
    );
    const sum = data.reduce((all, item) => all + ('started' in item ? item.started : item.count), 0);
    expect(sum).toBe(counted[0]?.count);
    expect(since).toBe(inTime.from);
    expect(rows.scans.map((node) => node['Node Type'])).toEqual(['Index Scan']);
    expect(rowsTouched(rows.scans)).toBe(sum);
  });

  it('of more runs than one request reads are those of the latest, and say since when', async () => {
    const { data, since } = await new LogFigures(new LogRows(store.searchPool, store.projections, store.reads)).summary(
      inTime,
      { bucketMs: 3_600_000, byWorkflow: false },
      100,
    );
    expect(data.reduce((all, { started }) => all + started, 0)).toBe(100);
    expect(since > inTime.from).toBe(true);
  });
});

describe('a figure', () => {
  it.each([
    ['another figure', { minDurationMs: 10_000, minCost: 0.1 }],
    ['a level', { minDurationMs: 60_000, level: 'error' }],
  ] as const)('and %s are found by one index: what does not match both is not read', async (_, narrowing) => {
    const filter = { workspaceId, ...narrowing };
    const rows = new ExplainedRows(store.searchPool, store.projections, store.reads);
    await new LogPages(rows).find({ readings: readingsOf(filter), order: 'desc', limit });
    const reads = rows.scans.filter((node) => node['Node Type'] === 'Index Scan' && /duration|cost/.test(node['Index Name'] ?? ''));
    const matching = (await plainly(filter, 'desc')).length;
    expect(matching).toBeGreaterThan(0);
    expect(matching).toBeLessThan(limit);
    expect(reads.reduce((sum, node) => sum + node['Actual Rows'], 0)).toBe(matching);
  });
});

describe('deep in the list', () => {
  it('a page takes no more than the first', async () => {
    const touched: number[] = [];
    let after: { startedAt: string; id: string } | undefined;
    for (let page = 0; page < 30; page += 1) {
      const rows = new ExplainedRows(store.searchPool, store.projections, store.reads);
      const { entries } = await new LogPages(rows).find({
        readings: readingsOf({ workspaceId, level: 'error' }),
        order: 'desc',
        limit,
        after,
      });
      touched.push(rowsTouched(rows.scans));
      after = entries.at(-1);
    }
    expect(Math.max(...touched)).toBeLessThan(15_000);
  });
});

describe('a filter of which each part matches often, and all of it never', () => {
  const filter = { workspaceId, minDurationMs: 9_000_000, maxCost: 0.005 };

  beforeAll(async () => {
    const swap = 'update execution_log set duration_ms = case when cost > 0.005 then 9000000 else 1 end where workspace_id = $1';
    await store.pool.query(swap, [workspaceId]);
    await store.pool.query(`vacuum analyze ${month}`);
  });

  it('reads no more than it may, tells how far it came, and comes to the end page by page', async () => {
    let after: { startedAt: string; id: string } | undefined;
    const touched: number[] = [];
    do {
      const rows = new ExplainedRows(store.searchPool, store.projections, store.reads);
      const page = await new LogPages(rows).find({ readings: readingsOf(filter), order: 'desc', limit, after });
      expect(page.entries).toEqual([]);
      touched.push(rowsTouched(rows.scans));
      after = page.until;
    } while (after !== undefined);
    expect(touched.length).toBeGreaterThan(1);
    expect(Math.max(...touched)).toBeLessThan(250_000);
  });
});
