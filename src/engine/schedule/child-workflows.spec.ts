import { describe, expect, it } from '@jest/globals';
import type { Json } from '#kernel/json.js';
import type { WorkflowDocument } from '#document/document.js';
import type { BlockDefinition } from '#blocks/block.js';
import { BlockFailure } from '../block-failure.js';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { runDocument, type FinishedRun, type RunOptions } from '../../../test/support/engine/run-document.js';
import { stepBlocks } from '../../../test/support/engine/step-blocks.js';

const id = (number: number): string => `00000000-0000-7000-8000-00000000000${number}`;
const start = aBlock('s', 'start_trigger', {}, { name: 'Start' });
const call = (name: string, number: number, input: Json = {}, more: Parameters<typeof aBlock>[3] = {}) =>
  aBlock(name, 'workflow', { workflowId: id(number), inputMapping: input }, more);

function child(blocks: Parameters<typeof aDocument>[0], ...arrows: readonly string[]): WorkflowDocument {
  return aDocument([start, ...blocks], edges(...arrows), [{ id: 'v', name: 'rate', type: 'number', value: 1 }]);
}

/** Touches the outside some turns later, and has not looked at its signal before. */
const deafCaller: BlockDefinition = {
  type: 'deaf caller',
  check: () => [],
  run: async (_, context) => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    await context.beginEffect({ kind: 'http', target: 'https://api.example/' });
    return { output: {} };
  },
};

/** Fails some turns later. */
const slowFailure: BlockDefinition = {
  type: 'slow failure',
  check: () => [],
  run: async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    throw new BlockFailure('slowly');
  },
};

/** Workflow 1 doubles, 2 fails, 3 answers beside a block that hangs, 4 pauses, 5 runs itself, 6 runs 2. */
const workflows: Readonly<Record<string, WorkflowDocument>> = {
  [id(1)]: child([aBlock('e', 'echo', { value: '<start.n> and <variable.rate>' })], 's > e'),
  [id(2)]: child([aBlock('f', 'fail', { value: '<start.n>' })], 's > f'),
  [id(3)]: child([aBlock('h', 'hang'), aBlock('r', 'response', { dataMode: 'json', data: '{"n":1}', status: '202' })], 's > h', 's > r'),
  [id(4)]: child([aBlock('p', 'pause'), aBlock('e', 'echo', { value: '<p.resumed>' })], 's > p', 'p > e'),
  [id(5)]: child([call('again', 5)], 's > again'),
  [id(6)]: child([call('middle', 2, { n: 7 })], 's > middle'),
  [id(8)]: child([aBlock('d', 'deaf caller'), aBlock('r', 'response', { dataMode: 'json', data: '{}' })], 's > d', 's > r'),
  [id(9)]: child(
    [aBlock('P', 'parallel', {}, { data: { parallelType: 'count', count: 3 } }), call('slow', 0, {}, { data: { parentId: 'P' } })],
    's > P',
    'P:parallel-start-source > slow',
  ),
  [id(0)]: child([aBlock('f', 'slow failure')], 's > f'),
  [id(7)]: child([aBlock('f', 'fail'), aBlock('e', 'slow echo', { value: 'late' }), aBlock('n', 'echo')], 's > e', 's > f', 'e > n'),
};

function run(blocks: Parameters<typeof aDocument>[0], arrows: readonly string[], options: RunOptions = {}): Promise<FinishedRun> {
  const variables = [{ id: 'v', name: 'rate', type: 'number', value: 99 }];
  return runDocument(aDocument([start, ...blocks], edges(...arrows), variables), {
    workflows,
    ...options,
    blocks: [...stepBlocks, deafCaller, slowFailure],
  });
}

describe('a workflow that a block runs', () => {
  it('gets its own input and variables, and its output is the result', async () => {
    const { outcome } = await run([call('k', 1, '{"n": <start.n>}')], ['s > k'], { input: { n: 5 } });
    expect(outcome).toMatchObject({
      output: { success: true, childWorkflowName: 'Workflow 1', childWorkflowId: id(1), result: { value: '5 and 1' } },
    });
  });

  it('is known by what its blocks do, below the block that runs it', async () => {
    const { events } = await run([call('k', 1)], ['s > k']);
    expect(events.map(({ payload }) => ('node' in payload ? payload.node : null))).toEqual([null, 's', 'k', 'k()/s', 'k()/e', 'k']);
  });

  it('sees nothing of the one around it', async () => {
    const { outcome } = await run([aBlock('e', 'echo', { value: 'mine' }), call('k', 1)], ['s > e', 'e > k'], { input: { n: 5 } });
    expect(outcome).toMatchObject({ output: { result: { value: ' and 1' } } });
  });

  it('that fails is a failed block, which an error edge handles', async () => {
    expect((await run([call('k', 2, { n: 3 })], ['s > k'])).outcome).toMatchObject({
      kind: 'failed',
      error: 'k: "Workflow 2" failed: f: broken 3',
      blockId: 'k',
    });
    const handled = await run([call('k', 2), aBlock('r', 'echo', { value: '<k.error>' })], ['s > k', 'k:error > r']);
    expect(handled.outcome).toMatchObject({ output: { value: '"Workflow 2" failed: f: broken null' } });
  });

  it('that fails two levels down names each level', async () => {
    const { outcome } = await run([call('k', 6)], ['s > k']);
    expect(outcome).toMatchObject({ error: 'k: "Workflow 6" failed: middle: "Workflow 2" failed: f: broken 7' });
  });

  it('that fails begins nothing more, and lets what runs end', async () => {
    const { events, outcome } = await run([call('k', 7), aBlock('r', 'echo')], ['s > k', 'k:error > r']);
    const ended = events.flatMap((event) =>
      event.type === 'execution.block-completed' || event.type === 'execution.block-failed' ? [event.payload.node] : [],
    );
    expect(ended).toEqual(['s', 'k()/s', 'k()/f', 'k()/e', 'k', 'r']);
    expect(outcome.kind).toBe('completed');
  });

  it('that fails ends although workflows below it fail at the same time', async () => {
    const { outcome } = await run([call('k', 9)], ['s > k']);
    const error = 'k: "Workflow 9" failed: slow: "Workflow 0" failed: f: slowly';
    expect(outcome).toMatchObject({ kind: 'failed', error });
  });

  it('that fails ends although one below it had answered while a block there was at work', async () => {
    const above = child([call('k', 3), aBlock('f', 'fail')], 's > k', 'k > f');
    const { outcome } = await run([call('c', 9)], ['s > c'], { workflows: { ...workflows, [id(9)]: above } });
    expect(outcome).toMatchObject({ kind: 'failed', error: 'c: "Workflow 9" failed: f: broken null' });
  });

  it('that answers ends at once, with its answer as the result, and the run continues', async () => {
    const { outcome, events } = await run([call('k', 3), aBlock('e', 'echo', { value: '<k.result.data.n>' })], ['s > k', 'k > e']);
    expect(outcome).toEqual({ kind: 'completed', output: { value: 1 } });
    expect(events.some(({ payload }) => 'node' in payload && payload.node === 'k()/h')).toBe(false);
  });

  it('that has answered touches nothing any more, even where a block of it does not listen', async () => {
    const { outcome, effects } = await run([call('k', 8), aBlock('e', 'slow echo', { value: 1 })], ['s > k', 'k > e']);
    expect(outcome).toEqual({ kind: 'completed', output: { value: 1 } });
    expect(effects).toEqual([]);
  });

  it('that pauses pauses the run', async () => {
    const { outcome } = await run([call('k', 4)], ['s > k']);
    expect(outcome).toEqual({ kind: 'paused', output: { waiting: 'p' }, resumeAt: '2026-01-05T12:00:00.000Z' });
  });

  it('runs on its own in every branch', async () => {
    const inside = { data: { parentId: 'P' } };
    const parallel = aBlock('P', 'parallel', {}, { data: { parallelType: 'count', count: 3 } });
    const { outcome } = await run([parallel, call('k', 1, '{"n": <parallel.index>}', inside)], ['s > P', 'P:parallel-start-source > k']);
    const results = [0, 1, 2].map((index) => [{ result: { value: `${index} and 1` } }]);
    expect(outcome).toMatchObject({ output: { results } });
  });

  it('must not go deeper than 25', async () => {
    const { outcome } = await run([call('k', 5)], ['s > k']);
    expect(outcome).toMatchObject({
      kind: 'failed',
      error: expect.stringMatching(/again: Workflows must not run each other more than 25 deep$/),
    });
  });

  it('must be one of the workspace (AC-32)', async () => {
    const foreign = '00000000-0000-7000-8000-0000000000ff';
    const unknown = aBlock('k', 'workflow', { workflowId: foreign });
    expect((await run([unknown], ['s > k'])).outcome).toMatchObject({ error: `k: The workspace has no workflow ${foreign}` });
    const nameless = aBlock('k', 'workflow', { workflowId: 'kid' });
    expect((await run([nameless], ['s > k'])).outcome).toMatchObject({ error: 'k: workflowId must be the id of a workflow' });
  });
});
