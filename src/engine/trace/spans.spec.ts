import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges } from '../../../test/support/engine/documents.js';
import { runDocument } from '../../../test/support/engine/run-document.js';
import { stepBlocks } from '../../../test/support/engine/step-blocks.js';
import { BlockCompleted, ExecutionCancelled, ExecutionCompleted, ExecutionFailed, type ExecutionFact } from '../execution.events.js';
import { BlockFailure } from '../block-failure.js';
import { traceSpans, workflowsIn } from './spans.js';

const labels = () => ({ s: { name: 'Start', type: 'start_trigger' }, f: { name: 'Broken', type: 'fail' } });
const fail = {
  type: 'fail',
  check: () => [],
  run: () => {
    throw new BlockFailure('no luck', { input: { tried: 1 } });
  },
};

/** At 10:00:01 the run begins, at :02–:03 the start runs, at :04–:05 the failing block. */
async function history(...arrows: readonly string[]): Promise<readonly ExecutionFact[]> {
  const document = aDocument([aBlock('s', 'start_trigger'), aBlock('f', 'fail'), aBlock('a', 'start_trigger')], edges(...arrows));
  return (await runDocument(document, { input: { n: 1 }, blocks: [fail] })).events;
}

const at = (second: number): string => `2026-01-05T10:00:${String(second).padStart(2, '0')}.000Z`;

describe('the trace of a run', () => {
  it('has the run at its root and the blocks below', async () => {
    const end = ExecutionFailed({ error: 'Broken: no luck', reason: 'block', output: {}, endedAt: at(9), durationMs: 8000 });
    expect(traceSpans([...(await history('s > f')), end], labels)).toEqual([
      {
        id: 'workflow-execution',
        name: 'Workflow Execution',
        type: 'workflow',
        status: 'error',
        errorMessage: 'Broken: no luck',
        input: { n: 1 },
        output: {},
        startTime: at(1),
        endTime: at(9),
        duration: 8000,
        relativeStartMs: 0,
        children: [
          {
            id: `s-${String(Date.parse(at(2)))}`,
            blockId: 's',
            name: 'Start',
            type: 'start_trigger',
            status: 'success',
            executionOrder: 1,
            startTime: at(2),
            endTime: at(3),
            duration: 1000,
            relativeStartMs: 1000,
            input: null,
            output: { n: 1 },
            children: [],
          },
          {
            id: `f-${String(Date.parse(at(4)))}`,
            blockId: 'f',
            name: 'Broken',
            type: 'fail',
            status: 'error',
            errorMessage: 'no luck',
            executionOrder: 2,
            startTime: at(4),
            endTime: at(5),
            duration: 1000,
            relativeStartMs: 3000,
            input: { tried: 1 },
            output: { error: 'no luck' },
            children: [],
          },
        ],
      },
    ]);
  });

  it('marks errors that an edge took over, and the run as a success', async () => {
    const end = ExecutionCompleted({ output: { a: 1 }, endedAt: at(9), durationMs: 8000 });
    const [root] = traceSpans([...(await history('s > f', 'f:error > a')), end], labels);
    expect(root).toMatchObject({
      status: 'success',
      output: { a: 1 },
      children: [{}, { status: 'error', errorHandled: true }, { name: 'a', type: 'unknown' }],
    });
  });

  it('orders blocks by their start, not by their end', async () => {
    const block = (node: string, from: number, to: number) =>
      BlockCompleted({
        node,
        blockId: node,
        input: null,
        output: {},
        handle: 'source',
        startedAt: at(from),
        endedAt: at(to),
        ...(node === 'a' ? { tries: 2 } : {}),
      });
    const [started] = await history('s > f');
    const facts = started === undefined ? [] : [started, block('b', 4, 5), block('a', 3, 8)];
    expect(traceSpans(facts, labels)[0]?.children).toMatchObject([
      { blockId: 'a', executionOrder: 1, tries: 2 },
      { blockId: 'b', executionOrder: 2 },
    ]);
  });

  it('goes as far as the run has come', async () => {
    expect(traceSpans([], labels)).toEqual([]);
    expect(traceSpans(await history('s > f'), labels)[0]).toMatchObject({ status: 'success', endTime: at(5) });
  });

  it('has a span for each pass of a container, with its blocks inside', async () => {
    const loop = aBlock('L', 'loop', {}, { data: { loopType: 'while', whileCondition: '<loop.index> < 2 || oops' } });
    const inner = aBlock('e', 'echo', { value: '<loop.index>' }, { data: { parentId: 'L' } });
    const document = aDocument([aBlock('s', 'start_trigger'), loop, inner], edges('s > L', 'L:loop-start-source > e'));
    const { events } = await runDocument(document, { blocks: stepBlocks });
    const [root] = traceSpans(events, () => ({ ...labels(), L: { name: 'Again', type: 'loop' }, e: { name: 'Echo', type: 'echo' } }));
    const pass = (index: number) => ({
      name: `Again (iteration ${index + 1})`,
      type: 'loop-iteration',
      loopId: 'L',
      iterationIndex: index,
      children: [{ name: 'Echo', loopId: 'L', iterationIndex: index, executionOrder: index + 3, output: { value: index } }],
    });
    expect(root?.children).toMatchObject([
      { name: 'Start' },
      {
        name: 'Again',
        type: 'loop',
        executionOrder: 2,
        warning: expect.stringContaining('oops is not defined'),
        output: { results: [[{ value: 0 }], [{ value: 1 }]] },
        children: [pass(0), pass(1)],
      },
    ]);
  });

  it('has what a called workflow did below the block that called it, by the names of that workflow', async () => {
    const id = '00000000-0000-7000-8000-000000000001';
    const child = aDocument([aBlock('s', 'start_trigger'), aBlock('f', 'fail')], edges('s > f'));
    const document = aDocument([aBlock('s', 'start_trigger'), aBlock('k', 'workflow', { workflowId: id })], edges('s > k'));
    const { events } = await runDocument(document, { blocks: stepBlocks, workflows: { [id]: child } });
    const [root] = traceSpans(events, (workflowId) => (workflowId === id ? { s: { name: 'Inner', type: 'start_trigger' } } : labels()));
    expect(root?.children).toMatchObject([
      { name: 'Start' },
      { blockId: 'k', status: 'error', childWorkflowId: id, children: [{ name: 'Inner' }, { blockId: 'f', status: 'error' }] },
    ]);
    expect(workflowsIn(events)).toEqual([
      { workflowId: 'workflow', version: 1 },
      { workflowId: id, version: 1 },
    ]);
  });

  it('shows a block that waits, and a container that a failure left open as broken', async () => {
    const inside = { data: { parentId: 'P' } };
    const parallel = aBlock('P', 'parallel', {}, { data: { count: 2 } });
    const blocks = [aBlock('s', 'start_trigger'), parallel, aBlock('p', 'pause', {}, inside), aBlock('f', 'fail', {}, inside)];
    const document = aDocument(blocks, edges('s > P', 'P:parallel-start-source > p', 'P:parallel-start-source > f'));
    const { events } = await runDocument(document, { blocks: stepBlocks });
    const [root] = traceSpans(events, () => ({ P: { name: 'Both', type: 'parallel' } }));
    const branch = {
      type: 'parallel-iteration',
      status: 'error',
      children: [{ blockId: 'p', paused: true, output: { waiting: 'p' } }, { blockId: 'f' }],
    };
    expect(root?.children[1]).toMatchObject({ status: 'error', children: [branch] });
  });

  it('ends a cancelled run where it was cancelled', async () => {
    const [root] = traceSpans([...(await history('s > a')), ExecutionCancelled({ endedAt: at(7), durationMs: 6000 })], labels);
    expect(root).toMatchObject({ status: 'success', endTime: at(7), duration: 6000 });
  });
});
