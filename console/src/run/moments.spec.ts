import { describe, expect, it } from '@jest/globals';
import type { ShownEvent, TraceSpan } from '@sluice/client';
import { momentMs, nextFailure, spansAt, type SpanThen } from './moments.js';

const startMs = Date.parse('2031-03-04T12:00:00.000Z');
const at = (ms: number): string => new Date(startMs + ms).toISOString();

function span(node: string, from: number, to: number, more: Partial<TraceSpan> = {}): TraceSpan {
  return {
    id: `${node}-${startMs + from}`,
    name: node,
    type: 'function',
    blockId: node,
    status: 'success',
    startTime: at(from),
    endTime: at(to),
    duration: to - from,
    relativeStartMs: from,
    input: { of: node },
    output: { by: node },
    children: [],
    ...more,
  };
}

function event(position: number, type: string, ms: number, node?: string, payload: object = {}): ShownEvent {
  return { position, at: at(100), type: `execution.${type}`, payload: { at: at(ms), ...payload }, ...(node !== undefined && { node }) };
}

const pass = { id: `loop[0]-${startMs + 12}`, name: 'pass', type: 'loop-iteration', startTime: at(12), endTime: at(20), duration: 8 };
const inner = span('loop[0]/part', 12, 20);
const { blockId: _, input: __, output: ___, ...passSpan } = { ...span('x', 0, 0), ...pass };
const loop = span('loop', 11, 21, { children: [{ ...passSpan, children: [inner] }] });
const ask = span('ask', 21, 69, { waitedMs: 40 });
const fails = span('fails', 70, 80, { status: 'error', errorMessage: 'no luck' });
const { blockId: ____, ...rootSpan } = span('workflow', 0, 80, {
  id: 'workflow-execution',
  type: 'workflow',
  status: 'error',
  errorMessage: 'no luck',
});
const root = { ...rootSpan, children: [span('start', 0, 1), loop, ask, fails] };

const events = [
  event(1, 'started', 0),
  event(2, 'block-completed', 1, 'start'),
  event(3, 'container-entered', 11, 'loop'),
  event(4, 'block-completed', 20, 'loop[0]/part'),
  event(5, 'block-completed', 21, 'loop'),
  event(6, 'block-paused', 25, 'ask', { output: { url: '/ask' } }),
  event(7, 'pause-ended', 65, 'ask'),
  event(8, 'block-completed', 69, 'ask'),
  event(9, 'block-failed', 80, 'fails'),
  event(10, 'failed', 80),
];

function statesAt(position: number): Readonly<Record<string, string>> {
  const states: Record<string, string> = {};
  const visit = (spans: readonly SpanThen[]): void => {
    for (const each of spans) {
      states[each.name] = each.state ?? 'ended';
      visit(each.children);
    }
  };
  visit(spansAt([root], events, position));
  return states;
}

describe('a run at one of its events', () => {
  it('has the states that its blocks had', () => {
    expect(statesAt(1)).toEqual({
      workflow: 'running',
      start: 'not started',
      loop: 'not started',
      pass: 'not started',
      'loop[0]/part': 'not started',
      ask: 'not started',
      fails: 'not started',
    });
    expect(statesAt(3)).toMatchObject({ start: 'ended', loop: 'running', pass: 'not started' });
    expect(statesAt(4)).toMatchObject({ loop: 'running', pass: 'ended', 'loop[0]/part': 'ended', ask: 'not started' });
    expect(statesAt(6)).toMatchObject({ loop: 'ended', ask: 'paused', fails: 'not started' });
    expect(statesAt(7)).toMatchObject({ ask: 'running' });
    expect(new Set(Object.values(statesAt(10)))).toEqual(new Set(['ended']));
  });

  it('has the values that were there, and no later ones', () => {
    const find = (position: number, index: number): SpanThen | undefined => spansAt([root], events, position)[0]?.children[index];
    expect(find(1, 2)).not.toHaveProperty('input');
    expect(find(3, 1)).toMatchObject({ input: { of: 'loop' } });
    expect(find(3, 1)).not.toHaveProperty('output');
    expect(find(6, 2)).toMatchObject({ input: { of: 'ask' }, output: { url: '/ask' } });
    expect(find(8, 2)).toMatchObject({ output: { by: 'ask' } });
    expect(find(8, 3)).not.toHaveProperty('errorMessage');
    expect(find(9, 3)).toMatchObject({ status: 'error', errorMessage: 'no luck' });
  });

  it('shows of a running block the time until then', () => {
    const [then] = spansAt([root], events, 3);
    expect([then?.shownMs, then?.duration]).toEqual([11, 80]);
  });

  it('is so many ms from the start', () => {
    expect([1, 6, 10, 99].map((position) => momentMs(events, position))).toEqual([0, 25, 80, 80]);
    expect(momentMs([], 1)).toBe(0);
  });

  it('leads to the next and the previous failure', () => {
    expect([nextFailure(events, 1, 1), nextFailure(events, 10, -1), nextFailure(events, 10, 1)]).toEqual([9, 9, undefined]);
  });

  it('of ten thousand events is found in one pass', () => {
    const passes = Array.from({ length: 10_000 }, (_____, n) => span(`loop[${n}]/part`, n, n + 1));
    const many = passes.map((each, n) => event(n + 1, 'block-completed', n + 1, `loop[${n}]/part`));
    const then = spansAt(passes, many, 5000);
    expect(then.filter((each) => each.state === undefined)).toHaveLength(5000);
  });
});
