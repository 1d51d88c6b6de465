import { describe, expect, it } from '@jest/globals';
import { knownTraceparent, spanIdOf, traceOfRun, traceparentOf } from './trace-context.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const sent = `00-${traceId}-00f067aa0ba902b7-01`;

describe('the trace of a run', () => {
  it('continues that of its caller', () => {
    expect(traceOfRun('run-1', sent)).toEqual({
      traceId,
      spanId: spanIdOf('run-1'),
      parentSpanId: '00f067aa0ba902b7',
      isSampled: true,
    });
  });

  it('leaves the decision about sampling to the caller', () => {
    expect(traceOfRun('run-1', sent.replace(/01$/, '00'), 1).isSampled).toBe(false);
    expect(traceOfRun('run-1', sent, 0).isSampled).toBe(true);
  });

  it('is the same in every process', () => {
    expect(traceOfRun('run-1', undefined)).toEqual(traceOfRun('run-1', undefined));
    expect(traceOfRun('run-1', undefined).traceId).not.toBe(traceOfRun('run-2', undefined).traceId);
  });

  it('is sampled in the given part of runs', () => {
    const sampled = (ratio: number): number =>
      Array.from({ length: 2000 }, (_, n) => traceOfRun(`run-${n}`, undefined, ratio)).filter(({ isSampled }) => isSampled).length;
    expect([sampled(0), sampled(1)]).toEqual([0, 2000]);
    expect(sampled(0.25)).toBeGreaterThan(400);
    expect(sampled(0.25)).toBeLessThan(600);
  });

  it('is passed on with the span of the run', () => {
    expect(traceparentOf(traceOfRun('run-1', sent))).toBe(`00-${traceId}-${spanIdOf('run-1')}-01`);
    expect(knownTraceparent(traceparentOf(traceOfRun('run-2', undefined)))).toBeDefined();
  });
});

describe('a header traceparent', () => {
  it.each([
    ['of a later version, with more fields', `cc-${traceId}-00f067aa0ba902b7-01-what-the-future-will-be`],
    ['of version 00', sent],
  ])('is taken: %s', (_, header) => {
    expect(knownTraceparent(header)).toBe(header);
  });

  it.each([
    ['nothing', undefined],
    ['upper case', sent.toUpperCase()],
    ['the version ff', `ff${sent.slice(2)}`],
    ['zeros as its trace', `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    ['zeros as its span', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['version 00 with more fields', `${sent}-more`],
    ['a long tail', `cc${sent.slice(2)}-${'x'.repeat(200)}`],
  ])('is ignored: %s', (_, header) => {
    expect(knownTraceparent(header)).toBeUndefined();
    expect(traceOfRun('run-1', header)).not.toHaveProperty('parentSpanId');
  });
});
