import { describe, expect, it } from '@jest/globals';
import type { TraceSpan } from '@sluice/client';
import { axisSteps, failedSpan, spanById, spanRows, spanToShow } from './span-rows.js';
import { timeScale } from './time-scale.js';

const start = Date.parse('2031-03-04T12:00:00Z');

function span(id: string, fromMs: number, duration: number, more: Partial<TraceSpan> = {}): TraceSpan {
  const startTime = new Date(start + fromMs).toISOString();
  const endTime = new Date(start + fromMs + duration).toISOString();
  return {
    id,
    name: id,
    type: 'function',
    status: 'success',
    startTime,
    endTime,
    duration,
    relativeStartMs: fromMs,
    children: [],
    ...more,
  };
}

const loop = span('loop', 10, 50, { children: [span('pass 0', 10, 20, { children: [span('call', 12, 15)] }), span('pass 1', 30, 30)] });
const trace = [span('start', 0, 10), loop, span('end', 70, 5)];

describe('the rows of a waterfall', () => {
  it('are the spans in their order, each below the one that contains it', () => {
    expect(spanRows(trace, new Set()).map(({ span: { id }, depth }) => [id, depth])).toEqual([
      ['start', 0],
      ['loop', 0],
      ['pass 0', 1],
      ['call', 2],
      ['pass 1', 1],
      ['end', 0],
    ]);
  });

  it('leave out what is inside of closed spans', () => {
    const rows = spanRows(trace, new Set(['pass 0']));
    expect(rows.map(({ span: { id } }) => id)).toEqual(['start', 'loop', 'pass 0', 'pass 1', 'end']);
    expect(rows[2]).toMatchObject({ hasChildren: true, isOpen: false });
  });

  it('have their times from the start of the run, waiting included', () => {
    const spans = [
      span('start', 0, 10),
      span('question', 10, 1005, { waitedMs: 1000 }),
      span('agent', 1015, 500, { paused: true, waitedMs: 100 }),
    ];
    expect(spanRows(spans, new Set())).toMatchObject([
      { startMs: 0, workedUntilMs: 10, endMs: 10 },
      { startMs: 10, workedUntilMs: 15, endMs: 1015 },
      // It continues, and has not ended.
      { startMs: 1015, workedUntilMs: 1515, endMs: 1615 },
    ]);
  });

  it('of 200,000 spans are all there, in their order and on one axis', () => {
    const passes = Array.from({ length: 200_000 }, (_, index) => span(`pass ${index}`, index, 1));
    const rows = spanRows([span('loop', 0, 200_000, { children: passes })], new Set());
    expect([rows.length, rows.at(-1)?.span.id, timeScale(rows).totalMs]).toEqual([200_001, 'pass 199999', 200_000]);
    expect(spanRows(passes, new Set()).length).toBe(200_000);
  });
});

describe('the axis of time', () => {
  it('has steps of 1, 2 or 5 times a power of ten', () => {
    expect(axisSteps(75, 5)).toEqual([0, 20, 40, 60]);
    expect(axisSteps(1000, 5)).toEqual([0, 200, 400, 600, 800, 1000]);
    expect(axisSteps(0, 5)).toEqual([0]);
  });
});

describe('the span in view at first', () => {
  it('is the innermost that failed, or the first', () => {
    const failing = span('loop', 0, 9, { status: 'error', children: [span('a', 0, 1), span('b', 1, 1, { status: 'error' })] });
    expect(spanToShow([span('start', 0, 1), failing])?.id).toBe('b');
    expect(spanToShow(trace)?.id).toBe('start');
    expect(spanToShow([span('handled', 0, 1, { status: 'error', errorHandled: true })])?.id).toBe('handled');
    expect(spanToShow([])).toBeUndefined();
  });

  it('is also the one to blame for a run that failed, if it has an error', () => {
    const blamed = span('b', 1, 1, { status: 'error', errorMessage: 'no luck' });
    expect(failedSpan([span('run', 0, 9, { status: 'error', errorMessage: 'no luck', children: [span('a', 0, 1), blamed] })])?.id).toBe(
      'b',
    );
    expect(failedSpan([span('run', 0, 9, { status: 'error', errorMessage: 'too late' })])?.id).toBe('run');
    expect(failedSpan([span('run', 0, 9)])).toBeUndefined();
  });

  it('is found by its id at any depth', () => {
    expect(spanById(trace, 'call')?.name).toBe('call');
    expect(spanById(trace, 'none')).toBeUndefined();
  });
});
