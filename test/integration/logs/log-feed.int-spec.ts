import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import { ExecutionCompleted, ExecutionStarted } from '#engine/execution.events.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { executionLog } from '#modules/logs/projections/execution-log.projection.js';
import { LogFeed } from '#modules/logs/queries/log-feed.js';
import { LogRows } from '#modules/logs/queries/pages/log-rows.js';
import { eventually } from '../../support/eventually.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const [workspaceId, workflowId, userId] = [ids.next(), ids.next(), ids.next()];
const endedAt = '2031-03-04T05:07:00.000Z';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [executionLog] });
  store.projections.start();
});
afterAll(() => store.finish());

async function ran(callerExecutionId: string): Promise<string> {
  const streamId = ids.next();
  const started = ExecutionStarted({
    workspaceId,
    workflowId,
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'sync',
    input: {},
    userId,
    baseChargeUsd: 0.005,
    accountId: userId,
    startBlockId: 'start',
    startedAt: '2031-03-04T05:06:07.000Z',
    deadlineAt: '2031-03-04T06:06:07.000Z',
    callerExecutionId,
  });
  const events = [started, ExecutionCompleted({ output: {}, endedAt, durationMs: 12 })];
  await store.store.append({ streams: [{ streamId, lifetime: 'run', workspaceId, expected: 0, events, meta: {} }] });
  return streamId;
}

it('tells of every run that has ended, also of one that the log could not digest', async () => {
  const known = await ran('order-1');
  const undigested = await ran(randomBytes(9000).toString('base64'));
  const last = await ran('order-3');
  const feed = new LogFeed(store.pool, new LogRows(store.searchPool, store.projections, store.reads));
  const part = await eventually(async () => {
    const found = await feed.after(null);
    expect(found?.entries).toHaveLength(3);
    return found;
  });
  expect(part?.entries.map(({ text }) => (JSON.parse(text) as { log: object }).log)).toEqual([
    expect.objectContaining({ id: known, executionId: 'order-1', status: 'completed', totalDurationMs: 12 }),
    { id: undigested, workspaceId, status: 'completed', endedAt, totalDurationMs: 12, error: null, isPartial: true },
    expect.objectContaining({ id: last, executionId: 'order-3', status: 'completed' }),
  ]);
});
