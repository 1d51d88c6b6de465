import { describe, expect, it } from '@jest/globals';
import { OutboundFailure } from '#world/outbound/outbound-http.js';
import type { WorkflowDocument } from '#document/document.js';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun, type RunOptions } from '../../../test/support/engine/run-document.js';
import { ScriptedHttp } from '../../../test/support/engine/scripted-http.js';
import { stepBlocks } from '../../../test/support/engine/step-blocks.js';
import { BlockCompleted } from '../execution.events.js';
import { agentBlocks, agentDocument, agentScript } from '../../../test/support/engine/test-agent.js';
import { ScriptedModels } from '../../../test/support/engine/scripted-models.js';
import { RecordedRun } from './recorded-run.js';

const childId = '00000000-0000-7000-8000-000000000001';
const api = { url: 'https://a.example/', method: 'POST', body: '<e.value>' };
const row = aDocument(
  [
    aBlock('s', 'start_trigger'),
    aBlock('e', 'echo', { value: '<s.n>' }),
    aBlock('c', 'api', api),
    aBlock('z', 'echo', { value: '<c.data>' }),
  ],
  edges('s > e', 'e > c', 'c > z'),
);

interface Pair {
  readonly original: FinishedRun;
  readonly replay: FinishedRun;
  /** What the replay asked of the outside. */
  readonly requests: readonly unknown[];
}

/** A run and its recorded replay, in a world in which nothing outside is as it was. */
async function replayed(document: WorkflowDocument, options: RunOptions = {}, changed: RunOptions = {}): Promise<Pair> {
  const base = { blocks: stepBlocks, input: { n: 1 }, http: new ScriptedHttp({ body: 'then' }), ...options };
  const original = await runDocument(document, base);
  const http = new ScriptedHttp({ body: 'now' });
  const replay = await runDocument(document, { ...base, http, recorded: new RecordedRun(original.events), ...changed });
  return { original, replay, requests: http.requests };
}

const told = ({ events }: FinishedRun): readonly string[] =>
  events.flatMap(({ type, payload }) =>
    type === 'execution.block-completed' || type === 'execution.block-failed'
      ? [`${payload.node}${payload.recorded === true ? ' recorded' : ''}`]
      : [],
  );

describe('a recorded replay', () => {
  it('answers for what touched the outside, and runs the rest again', async () => {
    const { original, replay, requests } = await replayed(row);
    expect(replay.outcome).toEqual(original.outcome);
    expect(told(replay)).toEqual(['s', 'e', 'c recorded', 'z']);
    expect(replay.begun).toEqual(['s', 'e', 'z']);
    expect({ requests, effects: replay.effects }).toEqual({ requests: [], effects: [] });
  });

  it('tells a failure again and does not try again', async () => {
    const retry = { enabled: true, maxTries: 3, waitBetweenTriesMs: 1000 };
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('c', 'api', api, { retry })], edges('s > c'));
    const { original, replay, requests } = await replayed(document, { http: new ScriptedHttp(new OutboundFailure('network', 'no way')) });
    expect(original.outcome).toMatchObject({ kind: 'failed', error: 'c: no way' });
    expect(replay.outcome).toEqual(original.outcome);
    expect(requests).toEqual([]);
    expect(replay.pauses).toEqual([]);
  });

  it('takes the error edge that was taken', async () => {
    const document = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('c', 'api', api), aBlock('x', 'echo', { value: '<c.error>' })],
      edges('s > c', 'c:error > x'),
    );
    const { replay } = await replayed(document, { http: new ScriptedHttp({ status: 500 }) });
    expect(told(replay)).toEqual(['s', 'c recorded', 'x']);
  });

  it('tells each pass of a loop its own answer', async () => {
    const inside = { data: { parentId: 'L' } };
    const document = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('L', 'loop', {}, { data: { loopType: 'for', count: 2 } }), aBlock('c', 'api', api, inside)],
      edges('s > L', 'L:loop-start-source > c'),
    );
    const { original, replay } = await replayed(document, { http: new ScriptedHttp({ body: 'first' }, { body: 'second' }) });
    expect(replay.outcome).toEqual(original.outcome);
    expect(told(replay)).toEqual(['s', 'L[0]/c recorded', 'L[1]/c recorded', 'L']);
  });

  it('runs the version of a called workflow that was called, whatever is deployed now', async () => {
    const document = aDocument([aBlock('k', 'start_trigger'), aBlock('w', 'workflow', { workflowId: childId })], edges('k > w'));
    const { original, replay } = await replayed(document, { workflows: { [childId]: row } });
    const [was, is] = [original, replay].map(({ events }) => events.find(({ type }) => type === 'execution.child-entered')?.payload);
    expect(is).toMatchObject({ workflowName: 'Workflow 1', deploymentVersion: 1 });
    expect(is).not.toEqual(was);
    expect(told(replay)).toEqual(['k', 'w()/s', 'w()/e', 'w()/c recorded', 'w()/z', 'w']);
  });

  it('tells that a workflow could not be called', async () => {
    const document = aDocument([aBlock('k', 'start_trigger'), aBlock('w', 'workflow', { workflowId: childId })], edges('k > w'));
    const { original, replay } = await replayed(document, {}, { workflows: { [childId]: row } });
    expect(original.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('has no workflow') });
    expect(replay.outcome).toEqual(original.outcome);
  });

  it('refuses a call that was never made', async () => {
    const { replay, requests } = await replayed(row, {}, { recorded: new RecordedRun([]) });
    expect(replay.outcome).toMatchObject({ kind: 'failed', blockId: 'c', error: expect.stringContaining('cannot use external systems') });
    expect({ requests, effects: replay.effects }).toEqual({ requests: [], effects: [] });
  });

  it('says of a call without an answer that there is nothing to tell', async () => {
    const { events } = await runDocument(row, { blocks: stepBlocks, input: { n: 1 } });
    const cut = events.filter(({ type, payload }) => type !== 'execution.block-completed' || payload.node !== 'c');
    const { replay } = await replayed(row, {}, { recorded: new RecordedRun(cut) });
    expect(replay.outcome).toMatchObject({ kind: 'failed', blockId: 'c', error: expect.stringContaining('ended before this block did') });
  });

  it('does not wait', async () => {
    const nap = { timeValue: '3', timeUnit: 'minutes' };
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('n', 'wait', nap)], edges('s > n'));
    const { original, replay } = await replayed(document);
    expect(original.pauses).toEqual([180_000]);
    expect(replay.pauses).toEqual([0]);
    expect(replay.outcome).toEqual(original.outcome);
  });

  it('tells what came of a pause', async () => {
    const document = aDocument(
      [aBlock('s', 'start_trigger'), aBlock('p', 'pause'), aBlock('z', 'echo', { value: '<p.resumed>' })],
      edges('s > p', 'p > z'),
    );
    const { events } = await runDocument(document, { blocks: stepBlocks });
    const at = '2026-01-05T12:00:00.000Z';
    const ran = { node: 'p', blockId: 'p', input: null, startedAt: at, endedAt: at };
    const resumed = BlockCompleted({ ...ran, output: { resumed: 'in the original' }, handle: 'source' });
    const { replay } = await replayed(document, {}, { recorded: new RecordedRun([...events, resumed]) });
    expect(told(replay)).toEqual(['s', 'p recorded', 'z']);
    expect(replay.outcome).toMatchObject({ kind: 'completed', output: { value: 'in the original' } });
  });

  it('refuses a pause that was never made', async () => {
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('p', 'pause')], edges('s > p'));
    const { original, replay } = await replayed(document, {}, { recorded: new RecordedRun([]) });
    expect(original.outcome.kind).toBe('paused');
    expect(replay.outcome).toMatchObject({ kind: 'failed', error: expect.stringContaining('cannot use external systems or wait') });
  });

  it('has all answers for a replay of itself', async () => {
    const { original, replay } = await replayed(row);
    const again = await runDocument(row, { blocks: stepBlocks, input: { n: 1 }, recorded: new RecordedRun(replay.events) });
    expect(again.outcome).toEqual(original.outcome);
    expect(told(again)).toEqual(told(replay));
  });

  it('tells an agent call by call, without asking a model or running a tool', async () => {
    const document = agentDocument();
    const models = new ScriptedModels(...agentScript);
    const original = await runDocument(document, { blocks: agentBlocks, models });
    const silent = new ScriptedModels(new Error('A replay asks no model'));
    const replay = await runDocument(document, { blocks: agentBlocks, models: silent, recorded: new RecordedRun(original.events) });
    expect(replay.outcome).toEqual(original.outcome);
    expect(silent.requests).toEqual([]);
    expect(replay.events.flatMap(({ type, payload }) => (type === 'execution.model-answered' ? [payload.recorded] : []))).toEqual([
      true,
      true,
    ]);
    expect(replay.effects).toEqual([]);
  });
});
