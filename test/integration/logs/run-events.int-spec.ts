import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SystemIds } from '#host/system-ids.js';
import type { JsonObject } from '#kernel/json.js';
import { ExecutionCompleted, ExecutionStarted, type ExecutionEvent } from '#engine/execution.events.js';
import { runsWiring } from '#modules/runs/wiring.js';
import { BlockCompleted } from '#engine/execution.events.js';
import { runEvents } from '#modules/logs/queries/diagnosis/run-events.js';
import { openTestStore, type TestStore } from '../../support/open-store.js';

const ids = new SystemIds();
const at = '2031-03-04T05:06:07.000Z';

let store: TestStore;

beforeAll(async () => {
  store = await openTestStore({ events: runsWiring.events, projections: [] });
});
afterAll(() => store.finish());

/** A run of forty blocks that put out ten thousand characters each. */
async function ran(): Promise<string> {
  const streamId = ids.next();
  const started = ExecutionStarted({
    workspaceId: streamId,
    workflowId: streamId,
    deploymentVersion: 1,
    trigger: 'api',
    mode: 'sync',
    input: { text: 'i'.repeat(10_000) },
    userId: streamId,
    baseChargeUsd: 0.005,
    accountId: streamId,
    startBlockId: 'start',
    startedAt: at,
    deadlineAt: at,
  });
  const blocks = Array.from({ length: 40 }, (_, n): ExecutionEvent => {
    const output = { text: String(n % 10).repeat(10_000), n };
    return BlockCompleted({ node: `b${n}`, blockId: `b${n}`, input: {}, output, handle: null, startedAt: at, endedAt: at });
  });
  const ended = ExecutionCompleted({ output: { text: 'o'.repeat(10_000) }, endedAt: at, durationMs: 12 });
  const events = [started, ...blocks, ended];
  await store.store.append({ streams: [{ streamId, lifetime: 'run', workspaceId: streamId, expected: 0, events, meta: {} }] });
  return streamId;
}

describe('the events of a run', () => {
  let id: string;
  const outputs = async (mostBytes: number): Promise<readonly JsonObject[]> => {
    const events = await runEvents(store.store, id, mostBytes);
    return events.flatMap(({ type, payload }) =>
      type === 'execution.block-completed' ? [(payload as { output: JsonObject }).output] : [],
    );
  };

  beforeAll(async () => {
    id = await ran();
  });

  it('are all there with all they hold as long as that is not too much', async () => {
    const all = await runEvents(store.store, id, 1_000_000);
    expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 42 }, (_, index) => index + 1));
    expect((await outputs(1_000_000)).map(({ n }) => n)).toEqual(Array.from({ length: 40 }, (_, n) => n));
  });

  it('keep what the first blocks put out, and say how much of the others is left out', async () => {
    const some = await outputs(25_000);
    expect(some.slice(0, 2).map(({ n }) => n)).toEqual([0, 1]);
    expect(some.slice(2)).toEqual(Array.from({ length: 38 }, () => ({ isLeftOut: true, bytes: expect.any(Number) })));
    expect(some[2]?.['bytes']).toBeGreaterThan(10_000);
  });

  it('always keep the input and the result of the run', async () => {
    const events = await runEvents(store.store, id, 0);
    expect(events[0]).toMatchObject({ payload: { input: { text: 'i'.repeat(10_000) } } });
    expect(events.at(-1)).toMatchObject({ payload: { output: { text: 'o'.repeat(10_000) } } });
  });
});
