import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { BlockCompleted, BlockPaused, ExecutionPaused, ExecutionStarted } from '#engine/execution.events.js';
import { workKinds } from '#modules/runs/jobs/work-kinds.js';
import { eventually } from '../../support/eventually.js';
import { blockWith, deployState, inARow } from '../../support/run-api.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const due = 10_000;
const later = 100;
const ended = ['execution.completed', 'execution.pause-ended', 'execution.resumed'];
/** A run may overtake those that are done at the same time, and those that were claimed with them. */
const mostOvertaken = 500;

let server: TestApp;
let workflowId: string;
const ids = new SystemIds();

beforeAll(async () => {
  server = await startTestApp();
  workflowId = await deployState(server, inARow(blockWith('nap', 'wait', { timeValue: '1', async: true, timeUnitLong: 'minutes' })));
});
afterAll(() => server.close());

/** A run that waits for a moment, as if it had begun before. */
async function waitingRun(resumeAt: string): Promise<string> {
  const executionId = ids.next();
  const { workspaceId } = server.first;
  const startedAt = new Date(Date.now() - 7_200_000).toISOString();
  const output = { waitDuration: 60_000, status: 'waiting', resumeAt };
  const events = [
    ExecutionStarted({
      workflowId,
      workspaceId,
      deploymentVersion: 1,
      trigger: 'api',
      mode: 'sync',
      input: {},
      userId: ids.next(),
      accountId: ids.next(),
      baseChargeUsd: 0.005,
      startBlockId: 'start',
      startedAt,
      deadlineAt: new Date(Date.parse(startedAt) + 60_000).toISOString(),
    }),
    BlockCompleted({ node: 'start', blockId: 'start', input: {}, output: {}, handle: 'source', startedAt, endedAt: startedAt }),
    BlockPaused({ node: 'nap', blockId: 'nap', pause: { kind: 'time', resumeAt }, input: null, output, startedAt, pausedAt: startedAt }),
    ExecutionPaused({ output, resumeAt, pausedAt: startedAt }),
  ];
  const work = { id: executionId, kind: workKinds.run, workspaceId, streamId: executionId };
  await server.database.store.append({
    streams: [{ streamId: executionId, lifetime: 'run', workspaceId, expected: 0, events, meta: {} }],
    writes: [server.database.queue.schedule(work, new Date(resumeAt))],
  });
  return executionId;
}

async function waitingRuns(count: number, firstDueMs: number): Promise<string[]> {
  const runs: string[] = [];
  for (let n = 0; n < count; n += 200) {
    const batch = Array.from({ length: Math.min(200, count - n) }, (_, i) => waitingRun(new Date(firstDueMs + n + i).toISOString()));
    runs.push(...(await Promise.all(batch)));
  }
  return runs;
}

it('ten thousand timers that became due while no process was running each end one pause, the longest overdue first, and no other', async () => {
  await server.database.worker.drain(1);
  const waiting = await waitingRuns(due, Date.now() - 3_600_000);
  const early = await waitingRuns(later, Date.now() + 3_600_000);
  const woken = await startTestApp({ beside: server });
  try {
    await eventually(async () => {
      const { rows } = await server.database.pool.query<{ n: number }>(
        `select (select count(*) from work_item)::int + (select count(*) from timer where due_at <= now())::int as n`,
      );
      expect(rows[0]?.n).toBe(0);
    }, 100_000);
  } finally {
    await woken.close();
  }
  const { rows } = await server.database.pool.query<{ stream_id: string; type: string }>(
    `select stream_id, type from run_event where type = any($1) order by pos`,
    [ended],
  );
  const order = rows.filter(({ type }) => type === 'execution.resumed').map(({ stream_id: id }) => id);
  expect(order.toSorted()).toEqual(waiting.toSorted());
  expect(rows.map(({ type }) => type).toSorted()).toEqual(ended.flatMap((type) => waiting.map(() => type)));
  const places = new Map(waiting.map((id, place) => [id, place]));
  const overtaken = order.map((id, place) => Math.abs(place - (places.get(id) ?? Infinity)));
  expect(Math.max(...overtaken)).toBeLessThan(mostOvertaken);
  const left = await server.database.pool.query<{ id: string }>('select id from timer');
  expect(left.rows.map(({ id }) => id).toSorted()).toEqual(early.toSorted());
}, 200_000);
