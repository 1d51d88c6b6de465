import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { composition } from '#composition.js';
import type { StreamAppend } from '#infrastructure/event-store/event-store.js';
import { handle } from '#infrastructure/event-store/handle.js';
import { rebuild } from '#infrastructure/projections/rebuild.js';
import type { NewEvent } from '#kernel/event.js';
import { BlockCompleted, ExecutionCompleted, ExecutionStarted } from '#modules/executions/domain/execution.events.js';
import { JobCompleted, JobQueued } from '#modules/jobs/domain/job.events.js';
import { hold, type HoldCommand } from '#modules/retention/domain/hold.decider.js';
import { holdStream } from '#modules/retention/store/hold-stream.js';
import { usageLedger } from '#modules/usage/projections/usage-ledger.projection.js';
import { sweepRuns, type SweptMonth } from '#modules/retention/worker/retention-sweep.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const january = Date.UTC(2026, 0, 15);
const now = new Date('2026-03-01T00:00:00Z');
const [brief, lasting] = [v7({ msecs: Date.UTC(2025, 5, 1) }), v7({ msecs: Date.UTC(2025, 5, 2) })];
const terms = {
  workspaces: [
    { workspaceId: brief, days: 7 },
    { workspaceId: lasting, days: null },
  ],
  others: null,
};
const large = 'x'.repeat(200_000);

let store: TestStore;
const old = (): string => v7({ msecs: january });
const count = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
  (await store.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [...values])).rows[0]?.n ?? 0;

async function append(streamId: string, workspaceId: string, events: readonly NewEvent[], expected = 0): Promise<void> {
  const stream: StreamAppend = { streamId, lifetime: 'run', workspaceId, expected, events, meta: {} };
  await store.store.append({ streams: [stream] });
}

function started(workspaceId: string, input: unknown): NewEvent {
  const at = new Date(january).toISOString();
  return ExecutionStarted({
    workflowId: lasting,
    workspaceId,
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'async',
    input: input as string,
    userId: lasting,
    accountId: lasting,
    baseChargeUsd: 0.01,
    startBlockId: 'start',
    engineFlags: [],
    startedAt: at,
    deadlineAt: at,
  });
}

const completed = ExecutionCompleted({ output: {}, endedAt: new Date(january).toISOString(), durationMs: 5 });

/** A run of January with its job and a large input. */
async function pastRun(workspaceId: string, { ended = true, input = large as unknown } = {}): Promise<string> {
  const [executionId, jobId, at] = [old(), old(), new Date(january).toISOString()];
  const job = { kind: 'execution', workspaceId, userId: lasting, subjectId: lasting, executionId, payload: {}, queuedAt: at };
  await append(jobId, workspaceId, [JobQueued(job), ...(ended ? [JobCompleted({ output: 1, completedAt: at })] : [])]);
  await append(executionId, workspaceId, [started(workspaceId, input), ...(ended ? [completed] : [])]);
  return executionId;
}

async function sweep(options: { dryRun?: boolean } = {}): Promise<readonly SweptMonth[]> {
  await caughtUp();
  const swept = await sweepRuns(terms, {
    pool: store.pool,
    partitions: store.partitions,
    views: store.projections.followers,
    now,
    ...options,
  });
  if (swept === undefined) throw new Error('Somebody else sweeps');
  return swept;
}

async function caughtUp(): Promise<void> {
  for (const name of ['execution-log', 'usage-ledger'])
    await eventually(async () => expect(await store.projections.upToDate(name)).toBe(true), 60_000);
  // Transactions of other databases hold the horizon back, too.
  await eventually(async () => expect(await count('run_event where tx >= event_horizon()')).toBe(0), 60_000);
  // The record of who did what follows the events in the server.
  await store.pool.query(`update audit_place set tx = event_tx()::text`);
}

async function changeHold(executionId: string, command: HoldCommand): Promise<void> {
  await handle(store.store, hold, holdStream(executionId, brief), { command, meta: {} });
}

beforeEach(async () => {
  store = await openTestStore({ events: composition.events, projections: composition.projections });
  await store.partitions.ensure(new Date(january), 0);
  store.projections.start();
});
afterEach(() => store.finish());

describe('runs whose time is past', () => {
  it('go with their month where nothing of it stays, from all tables', async () => {
    for (let n = 0; n < 5; n += 1) await pastRun(brief);
    const stays = v7();
    await append(stays, brief, [started(brief, large), completed]);
    const [swept] = await sweep();
    expect(swept).toMatchObject({ month: '2026-01-01', streams: 10, going: 10, leftBehind: 0, outcome: 'dropped', bytesAfter: 0 });
    expect(await count(`pg_class where relname ~ '_202601'`)).toBe(0);
    expect(await count('run_event')).toBe(2);
    expect(await count('blob')).toBe(1);
    expect(await count('execution_log')).toBe(1);
    expect(await count('usage_entry')).toBe(1);
    expect(await count('job')).toBe(0);
  }, 120_000);

  it('go and leave those of others, which can still be read and written', async () => {
    for (let n = 0; n < 20; n += 1) await pastRun(brief, { input: `${large}${n}` });
    const kept = await pastRun(lasting, { ended: false, input: `${large}kept` });
    const [swept] = await sweep();
    expect(swept).toMatchObject({ streams: 42, going: 40, outcome: 'rewritten' });
    expect(swept?.bytesAfter).toBeLessThan(swept?.bytesBefore ?? 0);
    expect((await store.store.read('run', kept))[0]?.payload).toMatchObject({ input: `${large}kept` });
    expect([await count('blob'), await count('execution_log'), await count('usage_entry'), await count('job')]).toEqual([1, 1, 1, 1]);
    await append(kept, lasting, [completed], 1);
    await expect(append(kept, lasting, [completed], 1)).rejects.toThrow('The stream has moved on');
    await eventually(async () => expect(await count(`execution_log where status = 'completed'`)).toBe(1));
    expect(await count(`run_event_202601`)).toBe(3);
  }, 120_000);

  it('leave what is written meanwhile, to the last event', async () => {
    for (let n = 0; n < 200; n += 1) await pastRun(brief, { input: n });
    const kept = await Promise.all(Array.from({ length: 4 }, () => pastRun(lasting, { ended: false, input: 0 })));
    await caughtUp();
    let isSwept = false;
    const writers = kept.map(async (executionId) => {
      let events = 1;
      for (; !isSwept || events < 20; events += 1) await append(executionId, lasting, [block(events)], events);
      return events;
    });
    const swept = await sweepRuns(terms, {
      pool: store.pool,
      partitions: store.partitions,
      views: store.projections.followers,
      now,
    }).finally(() => (isSwept = true));
    const written = await Promise.all(writers);
    expect(swept).toMatchObject([{ outcome: 'rewritten', going: 400 }]);
    const found = await Promise.all(kept.map((executionId) => store.store.read('run', executionId)));
    expect(found.map((events) => events.map(({ position }) => position))).toEqual(
      written.map((n) => Array.from({ length: n }, (_, i) => i + 1)),
    );
  }, 120_000);

  function block(n: number): NewEvent {
    const at = new Date(january).toISOString();
    return BlockCompleted({
      node: `b${n}`,
      blockId: `b${n}`,
      input: {},
      startedAt: at,
      endedAt: at,
      output: { n: `${large}${n}` },
      handle: null,
    });
  }

  it('stay as long as they are held or not over, and go then', async () => {
    const held = await pastRun(brief);
    const open = await pastRun(brief, { ended: false });
    await pastRun(brief);
    await changeHold(held, { type: 'place', executionId: held, reason: 'a dispute' });
    expect(await sweep()).toMatchObject([{ streams: 6, going: 2, leftBehind: 3, outcome: 'rewritten' }]);
    expect(await sweep()).toEqual([]);
    expect(await store.store.read('run', held)).toHaveLength(2);
    await append(open, brief, [completed], 1);
    await changeHold(held, { type: 'release', executionId: held });
    expect(await sweep()).toMatchObject([{ going: 3, outcome: 'rewritten' }]);
    expect(await store.store.read('run', held)).toEqual([]);
  }, 120_000);

  it('still count in what was used, whoever builds that anew', async () => {
    await pastRun(brief);
    expect(await sweep()).toMatchObject([{ outcome: 'dropped' }]);
    const totals = async () => [
      (await store.pool.query('select * from usage_day')).rows,
      (await store.pool.query('select * from usage_period')).rows,
    ];
    const before = await totals();
    expect(before).toMatchObject([[{ executions: '1' }], [{ cost_nano_usd: '10000000' }]]);
    await rebuild(usageLedger, { pool: store.pool, decode: (row) => store.store.recorded(row) });
    expect(await totals()).toEqual(before);
    expect(await count('usage_entry')).toBe(0);
  }, 120_000);

  it('stay until every view has come past them', async () => {
    await store.projections.stop();
    await pastRun(brief);
    const swept = await sweepRuns(terms, { pool: store.pool, partitions: store.partitions, views: store.projections.followers, now });
    expect(swept).toMatchObject([{ outcome: 'unread' }]);
    expect(await count('run_event')).toBe(4);
  }, 120_000);

  it('are only counted when that is all that was asked for', async () => {
    await pastRun(brief);
    await pastRun(lasting);
    expect(await sweep({ dryRun: true })).toMatchObject([{ streams: 4, going: 2, outcome: 'rewritten' }]);
    expect(await count('run_event')).toBe(8);
    expect(await sweep()).toMatchObject([{ going: 2, outcome: 'rewritten' }]);
    expect(await sweep()).toEqual([]);
  }, 120_000);
});
