import { describe, expect, it } from '@jest/globals';
import type { TraceSpan } from '@sluice/client';
import { alignedSpans, causeOf } from './run-alignment.js';

let clock = Date.parse('2031-03-04T12:00:00Z');

function span(node: string, input: TraceSpan['input'], output: TraceSpan['output'], more: Partial<TraceSpan> = {}): TraceSpan {
  clock += 1;
  const startTime = new Date(clock).toISOString();
  return {
    id: `${node}-${clock}`,
    name: node,
    type: 'function',
    blockId: node,
    status: 'success',
    startTime,
    endTime: startTime,
    duration: 0,
    relativeStartMs: 0,
    children: [],
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    ...more,
  };
}

function differences(one: readonly TraceSpan[], other: readonly TraceSpan[]): readonly string[] {
  return alignedSpans(one, other).map(({ node, differences: found }) => `${node}: ${found.join(', ')}`);
}

describe('two runs beside each other', () => {
  it('have their blocks aligned by name and iteration, whenever they ran', () => {
    const loop = (values: readonly number[]): TraceSpan =>
      span('loop', {}, {}, { children: values.map((value, n) => span(`loop[${n}]/part`, n, value)) });
    const rows = alignedSpans([span('start', 1, 1), loop([7, 8])], [span('start', 1, 1), loop([7, 9, 10])]);
    expect(rows.map(({ node, depth, differences: found }) => [node, depth, found])).toEqual([
      ['start', 0, []],
      ['loop', 0, []],
      ['loop[0]/part', 1, []],
      ['loop[1]/part', 1, ['output']],
      ['loop[2]/part', 1, ['only one']],
    ]);
  });

  it('are compared by what blocks received and gave, whatever the order of members', () => {
    const failed = span('b', 1, {}, { status: 'error', errorMessage: 'no luck' });
    expect(differences([span('a', { x: 1, y: 2 }, 3), span('b', 1, 2)], [span('a', { y: 2, x: 1 }, 4), failed])).toEqual([
      'a: output',
      'b: outcome, output',
    ]);
  });

  it('show what only one of them did where it did it', () => {
    const rows = differences(
      [span('a', 1, 1), span('c', 1, 1), span('d', 1, 1)],
      [span('z', 1, 1), span('a', 1, 1), span('b', 1, 1), span('d', 1, 1)],
    );
    expect(rows).toEqual(['z: only one', 'a: ', 'b: only one', 'c: only one', 'd: ']);
  });

  it('differ because of the first block that received the same and gave something else, the innermost', () => {
    const run = (rate: number): TraceSpan[] => [
      span('start', 1, 1),
      span('loop', 1, rate, { children: [span('loop[0]/rate', 1, rate)] }),
      span('fee', rate, rate * 2),
    ];
    expect(causeOf(alignedSpans(run(1), run(2)))?.node).toBe('loop[0]/rate');
    expect(causeOf(alignedSpans(run(1), run(1)))).toBeUndefined();
    const begun = (amount: number): TraceSpan => span('start', undefined, { amount }, { type: 'start_trigger' });
    expect(causeOf(alignedSpans([begun(1)], [begun(2)]))).toBeUndefined();
    expect(causeOf(alignedSpans([span('a', 1, 1)], [span('a', 2, 2)]))).toBeUndefined();
  });
});
