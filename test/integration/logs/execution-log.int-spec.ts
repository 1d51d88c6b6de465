import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import { SystemIds } from '#host/system-ids.js';
import {
  ExecutionCancelled,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionStarted,
  type ExecutionEvent,
  type TriggerSource,
} from '#engine/execution.events.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { filterReadings } from '#modules/logs/queries/pages/filter-readings.js';
import type { LogFilter } from '#modules/logs/queries/pages/log-filter.js';
import { RunIntegrity } from '#modules/audit/index.js';
import { LogDetails } from '#modules/logs/queries/log-details.js';
import { LogRows } from '#modules/logs/queries/pages/log-rows.js';
import { LogPages } from '#modules/logs/queries/pages/log-pages.js';
import { executionStatement, type LogOrder, type LogPosition } from '#modules/logs/queries/pages/log-statement.js';
import { logView, type LogRow, type LogView } from '#modules/logs/queries/log-view.js';
import { CachedDeployments } from '#modules/workflows/adapters/cached-deployments.js';
import { Drafts } from '#modules/workflows/store/drafts.js';
import { WorkflowDirectory } from '#modules/workflows/index.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const userId = ids.next();
const workflowId = ids.next();
const endedAt = '2031-03-04T05:07:00.000Z';

interface Run {
  readonly workspaceId: string;
  readonly workflowId?: string;
  readonly trigger?: 'api' | 'webhook' | 'schedule';
  readonly triggerSource?: TriggerSource;
  readonly startedAt?: string;
  readonly callerExecutionId?: string;
  readonly end?: ExecutionEvent;
}

let store: TestStore;
let logs: LogRows;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [executionLog] });
  store.projections.start();
  logs = new LogRows(store.searchPool, store.projections, store.reads);
});
afterAll(() => store.finish());

async function ran({ end, callerExecutionId, ...run }: Run): Promise<string> {
  const executionId = ids.next();
  const started = ExecutionStarted({
    workflowId,
    deploymentVersion: 3,
    trigger: 'api',
    mode: 'sync',
    input: {},
    userId,
    baseChargeUsd: 0.005,
    accountId: userId,
    startBlockId: 'start',
    startedAt: '2031-03-04T05:06:07.000Z',
    deadlineAt: '2031-03-04T06:06:07.000Z',
    ...run,
    ...(callerExecutionId === undefined ? {} : { callerExecutionId }),
  });
  const events = end === undefined ? [started] : [started, end];
  await store.store.append({
    streams: [{ streamId: executionId, lifetime: 'run', workspaceId: run.workspaceId, expected: 0, events, meta: {} }],
  });
  return executionId;
}

const completed = (durationMs = 12): ExecutionEvent => ExecutionCompleted({ output: {}, endedAt, durationMs });
const failed = (error = 'it broke'): ExecutionEvent => ExecutionFailed({ error, reason: 'block', output: {}, endedAt, durationMs: 900 });

async function page(
  filter: LogFilter,
  { order = 'desc', limit = 100, after }: { order?: LogOrder; limit?: number; after?: LogPosition } = {},
): Promise<readonly LogView[]> {
  // Not only as long as a caller would wait: databases that are made beside this one hold its horizon back.
  expect(await store.projections.upToDate(executionLog.name, 60_000)).toBe(true);
  await logs.catchUp();
  const readings = filterReadings(filter, { inFolders: undefined, found: [] });
  return (await new LogPages(logs).find({ readings, order, limit, after })).entries;
}

const idsOf = (entries: readonly LogView[]): string[] => entries.map(({ id }) => id);

describe('the log of executions', () => {
  it('shows a run from its start to its end', async () => {
    const workspaceId = ids.next();
    const id = await ran({ workspaceId });
    const running = {
      id,
      workspaceId,
      executionId: id,
      workflowId,
      deploymentVersion: 3,
      level: 'info',
      trigger: 'api',
      status: 'running',
    };
    expect(await page({ workspaceId })).toMatchObject([
      { ...running, startedAt: '2031-03-04T05:06:07.000Z', endedAt: null, durationMs: null, cost: 0.005 },
    ]);
    await store.store.append({ streams: [{ streamId: id, lifetime: 'run', workspaceId, expected: 1, events: [completed(53)], meta: {} }] });
    expect(await page({ workspaceId })).toMatchObject([{ ...running, status: 'completed', endedAt, durationMs: 53, error: null }]);
  });

  it('calls a failed run an error, says why, and calls a cancelled one none', async () => {
    const workspaceId = ids.next();
    await ran({ workspaceId, end: failed() });
    expect(await page({ workspaceId })).toMatchObject([{ level: 'error', status: 'failed', error: 'it broke' }]);
    await ran({ workspaceId, startedAt: '2031-03-05T00:00:00.000Z', end: ExecutionCancelled({ endedAt, durationMs: 4 }) });
    expect((await page({ workspaceId }))[0]).toMatchObject({ level: 'info', status: 'cancelled' });
  });

  it('cuts the message of a failure that would make its rows wide', async () => {
    const workspaceId = ids.next();
    await ran({ workspaceId, end: failed('x'.repeat(100_000)) });
    expect((await page({ workspaceId }))[0]?.error).toHaveLength(2000);
  });

  it('is the same after a rebuild', async () => {
    const workspaceId = ids.next();
    const triggerSource = { kind: 'webhook', provider: 'github', triggerId: ids.next(), deliveryId: ids.next(), blockId: 'b-push' };
    const triggeredId = await ran({ workspaceId, trigger: 'webhook', triggerSource, startedAt: '2031-03-04T05:06:08.000Z' });
    await Promise.all([ran({ workspaceId, end: failed() }), ran({ workspaceId, end: completed() }), ran({ workspaceId })]);
    const before = await page({ workspaceId });
    expect(before.map(({ id, triggerSource: source }) => [id === triggeredId, source])).toEqual([
      [true, triggerSource],
      [false, null],
      [false, null],
      [false, null],
    ]);
    await rebuild(executionLog, { pool: store.pool, decode: (row) => store.store.recorded(row) });
    expect(await page({ workspaceId })).toEqual(before);
    const { rows } = await store.pool.query<{ indexname: string }>(
      `select indexname from pg_indexes where tablename = 'execution_log' order by 1`,
    );
    expect(rows.map(({ indexname }) => indexname)).toEqual([
      'execution_log_caller',
      'execution_log_cost',
      'execution_log_duration',
      'execution_log_error',
      'execution_log_errors',
      'execution_log_models',
      'execution_log_outcome',
      'execution_log_page',
      'execution_log_pkey',
      'execution_log_unusual',
      'execution_log_workflow',
    ]);
  });
});

describe('pages of the log', () => {
  it.each<LogOrder>(['desc', 'asc'])('hold every entry once, in order %s, also those that began at the same moment', async (order) => {
    const workspaceId = ids.next();
    const starts = Array.from({ length: 23 }, (_, index) => `2031-03-04T05:06:0${index % 3}.000Z`);
    await Promise.all(starts.map((startedAt) => ran({ workspaceId, startedAt })));
    const walked: LogView[] = [];
    let entries = await page({ workspaceId }, { order, limit: 5 });
    while (entries.length > 0) {
      walked.push(...entries);
      entries = await page({ workspaceId }, { order, limit: 5, after: entries.at(-1) as LogView });
    }
    const sorted = walked.toSorted((a, b) => (`${a.startedAt}${a.id}` < `${b.startedAt}${b.id}` ? -1 : 1));
    expect(new Set(idsOf(walked)).size).toBe(23);
    expect(idsOf(walked)).toEqual(idsOf(order === 'asc' ? sorted : sorted.toReversed()));
  });

  it('hold nothing of another workspace', async () => {
    const workspaceId = ids.next();
    await ran({ workspaceId: ids.next(), callerExecutionId: 'shared-name' });
    const own = await ran({ workspaceId, callerExecutionId: 'shared-name' });
    expect(idsOf(await page({ workspaceId }))).toEqual([own]);
    expect(idsOf(await page({ workspaceId, executionId: 'shared-name' }))).toEqual([own]);
    const latest = await logs.query<LogRow>(executionStatement('shared-name', [workspaceId], false));
    expect(idsOf(latest.map(logView))).toEqual([own]);
  });

  describe('with a filter', () => {
    const workspaceId = ids.next();
    const otherWorkflow = ids.next();
    const runs: Record<string, string> = {};

    beforeAll(async () => {
      runs.quick = await ran({ workspaceId, startedAt: '2031-01-01T00:00:00.000Z', end: completed(5) });
      runs.slow = await ran({ workspaceId, startedAt: '2031-01-02T00:00:00.000Z', trigger: 'webhook', end: completed(5000) });
      runs.broken = await ran({ workspaceId, startedAt: '2031-01-03T00:00:00.000Z', workflowId: otherWorkflow, end: failed() });
      runs.named = await ran({
        workspaceId,
        startedAt: '2031-01-04T00:00:00.000Z',
        trigger: 'schedule',
        callerExecutionId: 'order-17',
        end: completed(40),
      });
    });

    it.each<[string, () => Omit<LogFilter, 'workspaceId'>, string[]]>([
      ['none', () => ({}), ['named', 'broken', 'slow', 'quick']],
      ['one workflow', () => ({ workflowIds: [otherWorkflow] }), ['broken']],
      ['several workflows', () => ({ workflowIds: [otherWorkflow, workflowId] }), ['named', 'broken', 'slow', 'quick']],
      ['a workflow that cannot be', () => ({ workflowIds: ['nonsense'] }), []],
      ['triggers', () => ({ triggers: ['webhook', 'schedule'] }), ['named', 'slow']],
      ['an unknown trigger', () => ({ triggers: ['carrier-pigeon'] }), []],
      ['errors', () => ({ level: 'error' }), ['broken']],
      ['successes', () => ({ level: 'info' }), ['named', 'slow', 'quick']],
      ['an inclusive start', () => ({ startDate: '2031-01-03T00:00:00.000Z' }), ['named', 'broken']],
      ['an inclusive end', () => ({ endDate: '2031-01-02T00:00:00.000Z' }), ['slow', 'quick']],
      ['a least duration', () => ({ minDurationMs: 900 }), ['broken', 'slow']],
      ['a longest duration', () => ({ maxDurationMs: 40 }), ['named', 'quick']],
      ['a cost above that of every run', () => ({ minCost: 1 }), []],
      ['a model, which no run has used', () => ({ model: 'm-large' }), []],
      ['the id that its caller chose', () => ({ executionId: 'order-17' }), ['named']],
      ['an id of ours', () => ({ executionId: runs.slow }), ['slow']],
      ['part of an error, in any case', () => ({ search: 'IT BRO' }), ['broken']],
      ['an error that none has', () => ({ search: 'it burnt' }), []],
      ['several at once', () => ({ triggers: ['api', 'webhook'], level: 'info', minDurationMs: 6 }), ['slow']],
    ])('of %s show what matches', async (_, filter, expected) => {
      expect(idsOf(await page({ workspaceId, ...filter() }))).toEqual(expected.map((name) => runs[name]));
    });
  });
});

describe('histories of entries', () => {
  const workspaceId = ids.next();
  let entries: readonly LogView[];
  let details: LogDetails;

  beforeAll(async () => {
    details = new LogDetails(
      store.store,
      new CachedDeployments(store.pool, new Drafts(store.pool, store.store), store.changes),
      new WorkflowDirectory(store.pool, store.store),
      new RunIntegrity(store.pool, undefined as never),
    );
    const text = 'x'.repeat(1000);
    for (let run = 0; run < 9; run += 1) {
      const startedAt = `2031-01-02T00:00:0${run}.000Z`;
      await ran({ workspaceId, startedAt, end: ExecutionCompleted({ output: { run, text }, endedAt, durationMs: 1 }) });
    }
    await ran({ workspaceId, startedAt: '2031-01-01T00:00:00.000Z' });
    entries = await page({ workspaceId });
  });

  it('come in the order of the entries, all of them as long as they are short', async () => {
    const complete = await details.withHistories(entries, false, 1_000_000);
    expect(idsOf(complete)).toEqual(idsOf(entries));
    expect(complete[0]?.history?.finalOutput).toMatchObject({ run: 8 });
  });

  it('end early when they are long, but never before the first', async () => {
    const some = await details.withHistories(entries, false, 2500);
    expect(some.length).toBeGreaterThan(1);
    expect(some.length).toBeLessThan(entries.length);
    expect((await details.withHistories(entries, false, 1)).length).toBeGreaterThan(0);
  });

  it('have no output before the run has ended, and nothing once its stream is gone', async () => {
    const running = entries.at(-1) as LogView;
    expect(await details.history(running, false)).toEqual({ input: {}, finalOutput: null, traceSpans: [], costUsd: 0.005, models: {} });
    const gone = await details.history({ ...running, id: ids.next() }, true);
    expect(gone).toEqual({ input: null, finalOutput: null, traceSpans: [], costUsd: null, models: {} });
  });
});
