import { describe, expect, it } from '@jest/globals';
import type { TraceSpan } from '@sluice/client';
import { replayPlan } from './replay-plan.js';

const at = (ms: number): string => new Date(1_900_000_000_000 + ms).toISOString();

function span(blockId: string, from: number, to: number, children: readonly TraceSpan[] = []): TraceSpan {
  return {
    id: `${blockId}-${from}`,
    name: blockId.toUpperCase(),
    type: 'function',
    blockId,
    status: 'success',
    startTime: at(from),
    endTime: at(to),
    duration: to - from,
    relativeStartMs: from,
    children,
  };
}

const pass = (index: number, ...children: readonly TraceSpan[]): TraceSpan => {
  const { blockId: _, ...rest } = span(`pass${index}`, index * 10 + 20, index * 10 + 30, children);
  return rest;
};
const spans = [
  span('a', 0, 10),
  span('b', 10, 20),
  span('loop', 20, 40, [pass(0, span('inner', 20, 30)), pass(1, span('inner', 30, 40))]),
  span('c', 40, 50),
];
const effects = [
  { blockId: 'b', kind: 'http', target: 'POST https://b.example' },
  { blockId: 'inner', kind: 'http', target: 'GET https://c.example' },
  { blockId: 'inner', kind: 'http', target: 'GET https://d.example' },
];

describe('the plan of a replay', () => {
  it('lists each block once, and repeats no call when calls are recorded', () => {
    const plan = replayPlan(spans, effects, { mode: 'recorded', from: undefined });
    expect(plan.map(({ name, isTakenOver, calls }) => [name, isTakenOver, calls.length])).toEqual([
      ['A', false, 0],
      ['B', false, 0],
      ['LOOP', false, 0],
      ['INNER', false, 0],
      ['C', false, 0],
    ]);
  });

  it('takes over what ended before the block that it begins with, with its calls', () => {
    const plan = replayPlan(spans, effects, { mode: 'live', from: 'loop' });
    expect(plan.filter(({ isTakenOver }) => isTakenOver).map(({ name }) => name)).toEqual(['A', 'B']);
    expect(plan.flatMap(({ calls }) => calls)).toEqual(['http GET https://c.example', 'http GET https://d.example']);
  });

  it('repeats all calls from the start', () => {
    expect(replayPlan(spans, effects, { mode: 'live', from: undefined }).flatMap(({ calls }) => calls)).toHaveLength(3);
  });
});
