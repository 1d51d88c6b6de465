import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { SystemIds } from '#host/system-ids.js';
import { ExecutionCompleted, ExecutionStarted } from '#engine/execution.events.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { filterReadings } from '#modules/logs/queries/pages/filter-readings.js';
import { LogPages } from '#modules/logs/queries/pages/log-pages.js';
import { LogRows } from '#modules/logs/queries/pages/log-rows.js';
import type { LogOrder, LogPosition } from '#modules/logs/queries/pages/log-statement.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const workspaceId = ids.next();
const dayMs = 24 * 3600 * 1000;
const firstDay = Date.UTC(2026, 0, 1);

/** Made on one day, begun on the same day or, having waited, in another month; two of them at the same moment. */
const waits = [0, 1, 45, 0, 20, 31, 0, 62, 3, 0];
const runs = waits.flatMap((waited, n) =>
  [n * 9, n * 9 + 1].map((day) => ({ madeOn: day, begunOn: n % 3 === 0 ? n * 9 + waited : day + waited })),
);

let store: TestStore;
const known: { id: string; startedAt: string }[] = [];

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [executionLog] });
  store.projections.start();
  for (let month = 0; month < 6; month += 1) await store.partitions.ensure(new Date(Date.UTC(2026, month, 1)), 0);
  for (const { madeOn, begunOn } of runs) {
    const streamId = v7({ msecs: firstDay + madeOn * dayMs });
    const startedAt = new Date(firstDay + begunOn * dayMs).toISOString();
    const events = [
      started(startedAt),
      ExecutionCompleted({ output: {}, endedAt: startedAt, durationMs: begunOn, spent: { costUsd: 0.5, models: ['m-b', 'm-a', 'm-b'] } }),
    ];
    await store.store.append({ streams: [{ streamId, lifetime: 'run', workspaceId, expected: 0, events, meta: {} }] });
    known.push({ id: streamId, startedAt });
  }
  expect(await store.projections.upToDate(executionLog.name, 60_000)).toBe(true);
});
afterAll(() => store.finish());

function started(startedAt: string): ReturnType<typeof ExecutionStarted> {
  return ExecutionStarted({
    workspaceId,
    workflowId: workspaceId,
    deploymentVersion: 1,
    trigger: 'schedule',
    mode: 'async',
    input: {},
    userId: workspaceId,
    baseChargeUsd: 0.005,
    accountId: workspaceId,
    startBlockId: 'start',
    startedAt,
    deadlineAt: startedAt,
  });
}

describe('runs of several months', () => {
  it.each<[LogOrder, number]>([
    ['desc', 1],
    ['desc', 3],
    ['asc', 1],
    ['asc', 4],
    ['asc', 100],
  ])('are listed by their start, whatever month they lie in: %s, %i at a time', async (order, limit) => {
    const pages = new LogPages(new LogRows(store.searchPool, store.projections, store.reads));
    const readings = filterReadings({ workspaceId, minDurationMs: 3 }, { inFolders: undefined, found: [] });
    const walked: string[] = [];
    let after: LogPosition | undefined;
    do {
      const { entries } = await pages.find({ readings, order, limit, after });
      walked.push(...entries.map(({ id }) => id));
      after = entries.at(-1);
    } while (after !== undefined);
    const expected = known
      .filter((_, index) => (runs[index]?.begunOn ?? 0) >= 3)
      .toSorted((one, other) => (`${one.startedAt}${one.id}` < `${other.startedAt}${other.id}` ? -1 : 1))
      .map(({ id }) => id);
    expect(walked).toEqual(order === 'asc' ? expected : expected.toReversed());
  });

  it('are listed although a month is dropped while they are looked for', async () => {
    await store.partitions.ensure(new Date(Date.UTC(2027, 0, 1)), 0);
    const dropping = await store.pool.connect();
    await dropping.query('begin');
    await dropping.query('drop table execution_log_202701');
    const readings = filterReadings({ workspaceId }, { inFolders: undefined, found: [] });
    const page = new LogPages(new LogRows(store.searchPool, store.projections, store.reads)).find({
      readings,
      order: 'desc',
      limit: 100,
      after: undefined,
    });
    const waiting = `select 1 from pg_locks where not granted and relation in ('execution_log'::regclass, 'execution_log_202701'::regclass)`;
    await eventually(async () => expect((await store.pool.query(waiting)).rowCount).toBe(1));
    await dropping.query('commit');
    dropping.release();
    expect((await page).entries).toHaveLength(runs.length);
  });

  it('lie in the month of their ids', async () => {
    const { rows } = await store.pool.query<{ place: string; id: string }>(
      'select tableoid::regclass::text as place, id from execution_log',
    );
    const month = (id: string): string => new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toISOString().slice(0, 7);
    expect(rows.filter(({ place, id }) => place !== `execution_log_${month(id).replace('-', '')}`)).toEqual([]);
  });

  it('tell what they have spent and on what', async () => {
    const { rows } = await store.pool.query<{ cost: string; models: string[] }>('select distinct cost, models from execution_log');
    expect(rows).toEqual([{ cost: '0.5', models: ['m-a', 'm-b'] }]);
  });
});
