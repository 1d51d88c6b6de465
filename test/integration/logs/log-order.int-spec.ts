import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { SystemIds } from '#host/system-ids.js';
import { ExecutionFailed, ExecutionStarted, type ExecutionTrigger } from '#engine/execution.events.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { filterReadings } from '#modules/logs/queries/pages/filter-readings.js';
import { LogPages } from '#modules/logs/queries/pages/log-pages.js';
import { LogRows } from '#modules/logs/queries/pages/log-rows.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const workspaceId = new SystemIds().next();
const now = Date.UTC(2026, 4, 20);
let store: TestStore;

interface Failure {
  readonly trigger: ExecutionTrigger;
  readonly error: string;
  readonly minutesAgo: number;
}

/** Many failures by calls, of which only the oldest tell what is looked for, and some by schedules, older than all of these. */
const failures: readonly Failure[] = [
  ...Array.from({ length: 1300 }, (_, n) => ({ trigger: 'api', error: n < 1200 ? 'refused' : 'out of stock', minutesAgo: n }) as const),
  ...Array.from({ length: 20 }, (_, n) => ({ trigger: 'schedule', error: 'out of stock', minutesAgo: 2000 + n }) as const),
];

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [executionLog] });
  store.projections.start();
  await store.partitions.ensure(new Date(now), 0);
  const streams = failures.map((failure) => ({
    streamId: v7({ msecs: now - failure.minutesAgo * 60_000 }),
    lifetime: 'run' as const,
    workspaceId,
    expected: 0,
    events: eventsOf(failure),
    meta: {},
  }));
  await store.store.append({ streams });
  expect(await store.projections.upToDate(executionLog.name, 60_000)).toBe(true);
});
afterAll(() => store.finish());

function eventsOf({ trigger, error, minutesAgo }: Failure) {
  const at = new Date(now - minutesAgo * 60_000).toISOString();
  const start = { trigger, mode: 'async', input: {}, deploymentVersion: 1, startBlockId: 'start' } as const;
  const ids = { workspaceId, workflowId: workspaceId, userId: workspaceId, accountId: workspaceId };
  return [
    ExecutionStarted({ ...start, ...ids, baseChargeUsd: 0.005, startedAt: at, deadlineAt: at }),
    ExecutionFailed({ error, reason: 'block', output: {}, endedAt: at, durationMs: 1 }),
  ];
}

describe('entries that are looked for along several lists', () => {
  it.each(['desc', 'asc'] as const)('leave none out that lies far back in one of them, in order %s', async (order) => {
    const pages = new LogPages(new LogRows(store.searchPool, store.projections, store.reads));
    const readings = filterReadings({ workspaceId, level: 'error', search: 'out of stock' }, { inFolders: undefined, found: [] });
    const { entries } = await pages.find({ readings, order, limit: 10, after: undefined });
    const minutesAgo = entries.map(({ startedAt }) => (now - Date.parse(startedAt)) / 60_000);
    expect(minutesAgo).toEqual(Array.from({ length: 10 }, (_, n) => (order === 'desc' ? 1200 + n : 2019 - n)));
  });
});
