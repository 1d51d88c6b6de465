import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 } from 'uuid';
import { composition } from '#app/composition.js';
import type { StreamAppend } from '#ledger/events/event-store.js';
import { decide, on } from '#ledger/events/decide.js';
import { rebuild } from '#ledger/projections/rebuild/rebuild.js';
import type { DecodeEvent } from '#ledger/projections/apply-events.js';
import { retryDeadLetters } from '#ledger/projections/retry-dead-letters.js';
import { rebuildsUnderWay } from '#ledger/projections/rebuild/rebuild-progress.js';
import { SystemClock } from '#host/system-clock.js';
import { Clock } from '#kernel/clock.js';
import type { NewEvent } from '#kernel/event.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { WorkspaceKeeping } from '#modules/identity/index.js';
import { WorkspaceCreated, WorkspaceDeleted, WorkspaceRetentionChanged } from '#modules/identity/domain/workspaces/workspace.events.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { KnowledgeEmbedded } from '#modules/models/index.js';
import { RetentionRules } from '#modules/retention/index.js';
import { BlockCompleted, ExecutionCompleted, ExecutionStarted, executionStream } from '#engine/execution.events.js';
import { JobCompleted, JobQueued, jobStream } from '#modules/runs/jobs/job.events.js';
import {
  DeliveryReplayCancelled,
  DeliveryReplayCompleted,
  DeliveryReplayRequested,
} from '#modules/triggers/domain/delivery-replay.events.js';
import {
  DeliveryAccepted,
  DeliveryDropped,
  DeliveryFiltered,
  DeliveryHeld,
  DeliveryPoisoned,
  DeliveryRefused,
} from '#modules/triggers/domain/delivery.events.js';
import { DeliveryClaims } from '#modules/triggers/store/deliveries/delivery-claims.js';
import { hold, type HoldCommand } from '#modules/retention/domain/hold.decider.js';
import { holdStreamOf } from '#modules/retention/store/hold-stream.js';
import { usageLedger } from '#modules/usage/projections/usage-ledger.projection.js';
import type { RetentionTerms } from '#modules/retention/domain/retention-terms.js';
import { sweepRuns, type ReadTerms, type SweptMonth } from '#modules/retention/worker/retention-sweep.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const january = Date.UTC(2026, 0, 15);
const now = new Date('2026-03-01T00:00:00Z');
const [brief, lasting] = [v7({ msecs: Date.UTC(2025, 5, 1) }), v7({ msecs: Date.UTC(2025, 5, 2) })];
const terms: RetentionTerms = {
  workspaces: [
    { workspaceId: brief, days: 7, deletedAt: null },
    { workspaceId: lasting, days: null, deletedAt: null },
  ],
  others: null,
};
const large = 'x'.repeat(200_000);

class FixedClock extends Clock {
  now(): Date {
    return now;
  }
}

let store: TestStore;
const old = (): string => v7({ msecs: january });
const count = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
  (await store.pool.query<{ n: number }>(`select count(*)::int as n from ${sql}`, [...values])).rows[0]?.n ?? 0;

async function append(streamId: string, workspaceId: string, events: readonly NewEvent[], expected = 0): Promise<void> {
  const stream: StreamAppend = { streamId, lifetime: 'run', workspaceId, expected, events, meta: {} };
  await store.store.append({ streams: [stream] });
}

function started(workspaceId: string, input: unknown, startedAt = january): NewEvent {
  const at = new Date(startedAt).toISOString();
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

/** Notes that a large part of the stream is an object. */
async function keepObjectOf(streamId: string): Promise<void> {
  const location = v7();
  await store.pool.query('insert into stored_object (location, owner, touched_at) values ($1, 1, now())', [location]);
  await store.pool.query(`insert into stored_payload (stream_id, hash, location, owner, bytes) values ($1, 'digest', $2, 1, 1)`, [
    streamId,
    location,
  ]);
}

interface SweepOptions {
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
  readonly readTerms?: ReadTerms;
}

/** Without waiting for the views. */
function sweepNow({ readTerms = async () => terms, ...options }: SweepOptions = {}): Promise<readonly SweptMonth[] | undefined> {
  return sweepRuns(readTerms, {
    pool: store.pool,
    partitions: store.partitions,
    runs: composition.runs,
    views: store.projections.followers,
    now,
    ...options,
  });
}

async function sweep(options: SweepOptions = {}): Promise<readonly SweptMonth[]> {
  await caughtUp();
  const swept = await sweepNow(options);
  if (swept === undefined) throw new Error('Another process sweeps');
  return swept;
}

async function caughtUp(): Promise<void> {
  for (const name of ['execution-log', 'usage-ledger'])
    await eventually(async () => expect(await store.projections.upToDate(name)).toBe(true), 60_000);
  // Transactions of other databases hold the horizon back, too.
  await eventually(async () => expect(await count('run_event where tx >= event_horizon()')).toBe(0), 60_000);
  // The record of who did what and the readers of triggers follow the events in the server.
  await store.pool.query(`update audit_place set tx = event_tx()::text`);
  await store.pool.query(`update workspace_event_place set tx = event_tx()::text`);
  await store.pool.query(`update trigger_place set tx = event_tx()::text`);
}

async function changeHold(executionId: string, command: HoldCommand): Promise<void> {
  await decide(store.store, on(holdStreamOf(executionId, brief), hold, command), { meta: {} });
}

beforeEach(async () => {
  store = await openTestStore({ events: composition.events, projections: composition.projections });
  await store.partitions.ensure(new Date(january), 0);
  store.projections.start();
});
afterEach(() => store.finish());

describe('deliveries whose time is past', () => {
  const receivedAt = new Date(january).toISOString();
  const received = { triggerId: lasting, workflowId: lasting, blockId: 'hook', kind: 'webhook', provider: 'generic', receivedAt };
  const payload = { text: large };

  async function delivery(workspaceId: string, ...events: readonly NewEvent[]): Promise<string> {
    const id = old();
    await append(id, workspaceId, events);
    return id;
  }

  /** A delivery with its run; `ended` false: the run is paused. */
  async function accepted(workspaceId: string, ended = true): Promise<string> {
    const executionId = await pastRun(workspaceId, { ended });
    return delivery(workspaceId, DeliveryAccepted({ ...received, executionId, jobId: old(), version: 1 }));
  }

  const stored = async (): Promise<readonly string[]> =>
    (await store.pool.query<{ id: string }>('select id from delivery order by id')).rows.map(({ id }) => id);

  it('go with their rows and their bodies, except those that are held or whose run has not ended', async () => {
    await accepted(brief);
    await delivery(brief, DeliveryFiltered({ ...received, payload, reason: 'other-event' }));
    await delivery(brief, DeliveryRefused({ ...received, payload, reason: 'paused', message: 'The trigger is paused' }));
    const at = receivedAt;
    await delivery(brief, DeliveryHeld({ ...received, payload }), DeliveryDropped({ reason: 'retired', at }));
    const poisoned = { ...received, executionId: await pastRun(brief), jobId: old(), version: 1 };
    await delivery(brief, DeliveryAccepted(poisoned), DeliveryPoisoned({ executionId: poisoned.executionId, at }));
    const held = await delivery(brief, DeliveryHeld({ ...received, payload }));
    const active = await accepted(brief, false);
    const others = [await accepted(lasting), await delivery(lasting, DeliveryFiltered({ ...received, payload, reason: 'other-event' }))];
    expect(await sweep()).toMatchObject([{ outcome: 'rewritten' }]);
    expect(await stored()).toEqual([held, active, ...others].toSorted());
    expect(await count(`run_event where type = 'delivery.filtered'`)).toBe(1);
    expect(await count(`run_event where type in ('delivery.refused', 'delivery.dropped', 'delivery.poisoned')`)).toBe(0);
  }, 120_000);

  it('go with a run that keeps no contents', async () => {
    const executionId = await pastRun(brief, { input: null });
    const accepting = DeliveryAccepted({ ...received, executionId, jobId: old(), version: 1 });
    const stream: StreamAppend = {
      streamId: old(),
      lifetime: 'run',
      workspaceId: brief,
      expected: 0,
      events: [accepting],
      meta: {},
      outlinedRun: executionId,
    };
    await store.store.append({ streams: [stream] });
    expect(await sweep()).toMatchObject([{ outcome: 'dropped' }]);
    expect(await stored()).toEqual([]);
    expect(await count('run_content')).toBe(0);
  }, 120_000);

  it('end their bulk replays, except one that is running', async () => {
    const request = (workspaceId: string, ...more: readonly NewEvent[]) =>
      delivery(workspaceId, DeliveryReplayRequested({ filter: {}, usesDraft: false, found: 0, at: receivedAt }), ...more);
    await request(brief, DeliveryReplayCompleted({ at: receivedAt }));
    await request(brief, DeliveryReplayCancelled({ at: receivedAt }));
    const running = await request(brief);
    expect(await sweep()).toMatchObject([{ going: 2, leftBehind: 1, outcome: 'rewritten' }]);
    expect((await store.pool.query<{ id: string }>('select id from delivery_replay')).rows).toEqual([{ id: running }]);
  }, 120_000);

  it('leave their keys for 7 days', async () => {
    const claims = (id: string, ageDays: number) =>
      store.pool.query('insert into delivery_claim (trigger_id, key, delivery_id, created_at) values ($1, $2::text, $3, $4)', [
        lasting,
        id,
        id,
        new Date(now.getTime() - ageDays * 86_400_000),
      ]);
    const [young, past] = [v7(), v7()];
    await claims(young, 6.9);
    await claims(past, 7.1);
    await new DeliveryClaims(store.pool, new FixedClock()).forgetOld();
    expect((await store.pool.query<{ key: string }>('select key from delivery_claim')).rows).toEqual([{ key: young }]);
  });
});

describe('runs whose time is past', () => {
  it('go with their month where nothing of it stays, from all tables', async () => {
    for (let n = 0; n < 5; n += 1) await keepObjectOf(await pastRun(brief));
    const stays = v7();
    await append(stays, brief, [started(brief, large), completed]);
    await keepObjectOf(stays);
    const [swept] = await sweep();
    expect(swept).toMatchObject({ month: '2026-01-01', streams: 10, going: 10, leftBehind: 0, outcome: 'dropped', bytesAfter: 0 });
    expect(await count(`pg_class where relname ~ '_202601'`)).toBe(0);
    expect(await count('run_event')).toBe(2);
    expect(await count('blob')).toBe(1);
    expect(await count('stored_payload')).toBe(1);
    expect(await count('execution_log')).toBe(1);
    expect(await count('usage_entry')).toBe(1);
    expect(await count('job')).toBe(0);
  }, 120_000);

  it('leave charges of the month that belong to no run', async () => {
    await pastRun(brief);
    const charge = { model: 'm', tokens: 7, costUsd: 0.5, at: new Date(january).toISOString() };
    const events = [KnowledgeEmbedded({ workspaceId: lasting, accountId: lasting, ...charge })];
    const embedded: StreamAppend = { streamId: old(), lifetime: 'ledger', workspaceId: lasting, expected: 0, events, meta: {} };
    await store.store.append({ streams: [embedded] });
    expect(await sweep()).toMatchObject([{ month: '2026-01-01', outcome: 'dropped' }]);
    expect(await count(`pg_class where relname = 'run_event_202601'`)).toBe(0);
    const { rows } = await store.pool.query('select execution_id, cost_usd from usage_entry');
    expect(rows).toEqual([{ execution_id: embedded.streamId, cost_usd: 0.5 }]);
  }, 120_000);

  it('go and leave those of others, which can still be read and written', async () => {
    for (let n = 0; n < 20; n += 1) await pastRun(brief, { input: `${large}${n}` });
    const kept = await pastRun(lasting, { ended: false, input: `${large}kept` });
    const [swept] = await sweep();
    expect(swept).toMatchObject({ streams: 42, going: 40, outcome: 'rewritten' });
    expect(swept?.bytesAfter).toBeLessThan(swept?.bytesBefore ?? 0);
    expect((await store.store.read(executionStream, kept))[0]?.payload).toMatchObject({ input: `${large}kept` });
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
    const swept = await sweepNow().finally(() => (isSwept = true));
    const written = await Promise.all(writers);
    expect(swept).toMatchObject([{ outcome: 'rewritten', going: 400 }]);
    const found = await Promise.all(kept.map((executionId) => store.store.read(executionStream, executionId)));
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
    expect(await store.store.read(executionStream, held)).toHaveLength(2);
    await append(open, brief, [completed], 1);
    await changeHold(held, { type: 'release', executionId: held });
    expect(await sweep()).toMatchObject([{ going: 3, outcome: 'rewritten' }]);
    expect(await store.store.read(executionStream, held)).toEqual([]);
  }, 120_000);

  it('still count in the usage after any rebuild', async () => {
    await pastRun(brief);
    expect(await sweep()).toMatchObject([{ outcome: 'dropped' }]);
    const totals = async () => [
      (await store.pool.query('select * from usage_day')).rows,
      (await store.pool.query('select * from usage_period')).rows,
    ];
    const before = await totals();
    expect(before).toMatchObject([[{ executions: '1' }], [{ cost_nano_usd: '10000000' }]]);
    await rebuild(usageLedger, { pool: store.pool, decode });
    expect(await totals()).toEqual(before);
    expect(await count('usage_entry')).toBe(0);
  }, 120_000);

  it('stay until every view has come past them', async () => {
    await store.projections.stop();
    await pastRun(brief);
    expect(await sweepNow()).toMatchObject([{ outcome: 'unread' }]);
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

describe('a sweep', () => {
  /** Reads events of January in a separate transaction. @returns a function that ends the transaction */
  async function reading(): Promise<() => Promise<void>> {
    const client = await store.pool.connect();
    await client.query('begin; lock table run_event_202601 in access share mode');
    return async () => {
      await client.query('rollback');
      client.release();
    };
  }

  const waitingFor = (relation: string): string => `pg_locks where not granted and relation = to_regclass('${relation}')`;

  it('leaves a run that is held after the others were copied, and its neighbours go', async () => {
    const held = await pastRun(brief);
    await pastRun(brief);
    await pastRun(lasting);
    await caughtUp();
    const finish = await reading();
    const swept = sweepNow();
    await eventually(async () => expect(await count(waitingFor('run_event_202601'))).toBe(1));
    await changeHold(held, { type: 'place', executionId: held, reason: 'a dispute' });
    await finish();
    expect(await swept).toMatchObject([{ streams: 6, going: 2, outcome: 'rewritten' }]);
    expect(await store.store.read(executionStream, held)).toHaveLength(2);
    expect([await count('execution_log'), await count('job')]).toEqual([2, 2]);
  }, 120_000);

  it('leaves the runs of a workspace that keeps them longer since they were looked for', async () => {
    await pastRun(brief);
    await pastRun(lasting);
    await caughtUp();
    const asked: unknown[] = [];
    const longer = { ...terms, workspaces: terms.workspaces.map((each) => ({ ...each, days: 3650 })) };
    const readTerms: ReadTerms = async (client) => (asked.push(client), asked.length === 1 ? terms : longer);
    expect(await sweepNow({ readTerms })).toEqual([]);
    expect(asked.filter((client) => client !== undefined)).toHaveLength(1);
    expect([await count('run_event'), await count('execution_log'), await count('job')]).toEqual([8, 2, 2]);
  }, 120_000);

  it('that loses its connection before it has noted what went leaves all as it was, what was used included', async () => {
    await pastRun(brief);
    await caughtUp();
    const notes = await store.pool.connect();
    await notes.query('begin; lock table retention_month in share mode');
    const swept = sweepNow();
    const lost = swept.catch((error: unknown) => error);
    await eventually(async () => expect(await count(waitingFor('retention_month'))).toBe(1));
    await store.pool.query(`select pg_terminate_backend(pid) from ${waitingFor('retention_month')}`);
    expect(await lost).toBeInstanceOf(Error);
    await notes.query('rollback');
    notes.release();
    expect([await count('run_event'), await count('job'), await count('retention_month')]).toEqual([4, 1, 0]);
    await rebuild(usageLedger, { pool: store.pool, decode });
    expect(await count('usage_period where cost_nano_usd = 10000000')).toBe(1);
    expect(await sweep()).toMatchObject([{ outcome: 'dropped' }]);
  }, 120_000);

  it('ends when it is aborted, and leaves the month unchanged', async () => {
    await pastRun(brief);
    await pastRun(lasting);
    await caughtUp();
    const finish = await reading();
    const stopping = new AbortController();
    const swept = sweepNow({ signal: stopping.signal });
    const ended = swept.catch((error: unknown) => error);
    await eventually(async () => expect(await count(waitingFor('run_event_202601'))).toBe(1));
    stopping.abort(new Error('stop'));
    expect(await ended).toBeInstanceOf(Error);
    await finish();
    expect([await count('run_event'), await count('job'), await count(`pg_class where relname ~ '__kept$'`)]).toEqual([8, 2, 0]);
    expect(await sweep()).toMatchObject([{ outcome: 'rewritten', going: 2 }]);
  }, 120_000);

  it('leaves the jobs of answers to a run that is held', async () => {
    const held = await pastRun(brief);
    const [jobId, at] = [old(), new Date(january).toISOString()];
    const answer = { kind: 'resume', workspaceId: brief, userId: lasting, subjectId: lasting, executionId: old(), queuedAt: at };
    await append(jobId, brief, [
      JobQueued({ ...answer, payload: { executionId: held, contextId: 'c' } }),
      JobCompleted({ output: 1, completedAt: at }),
    ]);
    await changeHold(held, { type: 'place', executionId: held, reason: 'a dispute' });
    expect(await sweep()).toMatchObject([{ streams: 3, going: 0, outcome: 'nothing' }]);
    expect(await store.store.read(jobStream, jobId)).toHaveLength(2);
  }, 120_000);

  it('takes the runs of deleted workspaces after the time that these had chosen, also from a month that was swept before', async () => {
    const workspace = async (events: readonly NewEvent[]): Promise<string> => {
      const streamId = v7({ msecs: Date.UTC(2025, 5, 3) });
      const created = WorkspaceCreated({ name: streamId, organizationId: null, ownerId: lasting });
      const stream = { streamId, lifetime: 'ledger' as const, workspaceId: streamId, expected: 0, events: [created, ...events], meta: {} };
      await store.store.append({ streams: [stream] });
      return streamId;
    };
    const chosen = await workspace([WorkspaceRetentionChanged({ days: 7 }), WorkspaceDeleted({})]);
    const unbounded = await workspace([WorkspaceDeleted({})]);
    for (const workspaceId of [brief, chosen, unbounded]) await pastRun(workspaceId);
    expect(await sweep()).toMatchObject([{ going: 2 }]);
    const rules = new RetentionRules(
      store.pool,
      new WorkspaceKeeping(store.pool),
      new PlanCatalogue(),
      new SystemClock(),
      composition.runs,
    );
    const readTerms: ReadTerms = (client) => rules.terms(client);
    expect(await sweep({ readTerms })).toMatchObject([{ streams: 4, going: 2, outcome: 'rewritten' }]);
    expect(await count('run_event where workspace_id = $1', [unbounded])).toBe(4);
    await store.pool.query(`update workspace_terms set deleted_at = '2025-11-01' where workspace_id = $1`, [unbounded]);
    expect(await sweep({ readTerms })).toMatchObject([{ going: 2, outcome: 'dropped' }]);
  }, 120_000);
});

describe('a rebuild', () => {
  it('that is gone on with after runs have gone does not bring them back', async () => {
    await pastRun(brief);
    await pastRun(lasting);
    await caughtUp();
    const stopping = new AbortController();
    const interrupted = rebuild(executionLog, {
      pool: store.pool,
      batch: 3,
      signal: stopping.signal,
      onProgress: (events) => (events >= 6 ? stopping.abort(new Error('stop')) : undefined),
      decode,
    });
    await expect(interrupted).rejects.toThrow(/stop|canceling/);
    expect(await rebuildsUnderWay(store.pool)).toMatchObject([{ running: false }]);
    expect(await sweep()).toMatchObject([{ outcome: 'rewritten' }]);
    await rebuild(executionLog, { pool: store.pool, resume: true, decode });
    expect(await count('execution_log')).toBe(1);
  }, 120_000);

  it('knows what was charged in February for runs that were queued in January and have gone', async () => {
    const february = Date.UTC(2026, 1, 1, 1);
    await append(old(), brief, [started(brief, 1, february), completed]);
    await append(v7({ msecs: february }), lasting, [started(lasting, 1, february), completed]);
    await store.pool.query(`update run_event set at = '2026-02-01T01:00:00Z'`);
    expect(await sweep()).toMatchObject([{ outcome: 'dropped' }]);
    const total = `usage_period where month = '2026-02-01' and cost_nano_usd = 20000000`;
    expect(await count(total)).toBe(1);
    await rebuild(usageLedger, { pool: store.pool, decode });
    expect(await count(total)).toBe(1);
  }, 120_000);

  it('takes over totals of the current month with the events that the live ones have not applied yet', async () => {
    const february = Date.UTC(2026, 1, 1, 1);
    await append(old(), brief, [started(brief, 1, february), completed]);
    await store.pool.query(`update run_event set at = '2026-02-01T01:00:00Z'`);
    await sweep();
    await store.projections.stop();
    await append(v7({ msecs: february }), lasting, [started(lasting, 1, february), completed]);
    await eventually(async () => expect(await count('run_event where tx >= event_horizon()')).toBe(0), 60_000);
    await rebuild(usageLedger, { pool: store.pool, decode });
    expect(await count(`usage_period where month = '2026-02-01' and cost_nano_usd = 20000000`)).toBe(1);
  }, 120_000);

  it('ends when it is aborted while it waits for a sweep', async () => {
    const sweeper = await store.pool.connect();
    await sweeper.query(`select pg_advisory_lock(hashtext('run_months'))`);
    const stopping = new AbortController();
    const waiting = rebuild(usageLedger, { pool: store.pool, signal: stopping.signal, decode });
    const ended = waiting.catch((error: unknown) => error);
    await eventually(async () => expect(await count(waitsForMonths)).toBe(1));
    stopping.abort(new Error('stop'));
    expect(await ended).toMatchObject({ code: '57014' });
    sweeper.release(true);
  }, 120_000);
});

const decode: DecodeEvent = (row, unread) => store.store.recorded(row, { unread });

const waitsForMonths = `pg_locks where locktype = 'advisory' and not granted and objid = hashtext('run_months')::oid
  and database = (select oid from pg_database where datname = current_database())`;

describe('events that were set aside', () => {
  it('are tried again when no month is being swept', async () => {
    const sweeper = await store.pool.connect();
    await sweeper.query(`select pg_advisory_lock(hashtext('run_months'))`);
    const retried = retryDeadLetters(usageLedger, { pool: store.pool, decode });
    await eventually(async () => expect(await count(waitsForMonths)).toBe(1));
    await sweeper.query('select pg_advisory_unlock_all()');
    sweeper.release();
    expect(await retried).toEqual({ settled: 0, failures: [] });
    expect(await sweep()).not.toContainEqual(expect.objectContaining({ outcome: 'dropped' }));
  }, 120_000);
});
