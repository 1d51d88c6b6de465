import { describe, expect, it } from '@jest/globals';
import { aBlock, aDocument, edges } from '../../../../test/support/engine/documents.js';
import { runDocument } from '../../../../test/support/engine/run-document.js';
import { BlockCompleted, ExecutionCancelled, ExecutionCompleted, ExecutionFailed } from '../domain/execution.events.js';
import { BlockFailure } from './block-failure.js';
import type { ExecutionFact } from './execution-fact.js';
import { traceSpans } from './spans.js';

const labels = { s: { name: 'Start', type: 'start_trigger' }, f: { name: 'Broken', type: 'fail' } };
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

  it('ends a cancelled run where it was cancelled', async () => {
    const [root] = traceSpans([...(await history('s > a')), ExecutionCancelled({ endedAt: at(7), durationMs: 6000 })], labels);
    expect(root).toMatchObject({ status: 'success', endTime: at(7), duration: 6000 });
  });
});
