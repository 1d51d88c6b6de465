import { describe, expect, it } from '@jest/globals';
import { countedFrom, homeRange, spansOf, totalOf } from './figures.js';

const now = Date.parse('2031-03-05T12:34:00Z');
const bucket = (at: string, started: number, failed: number): Parameters<typeof spansOf>[1][number] => ({
  at,
  workflowId: null,
  started,
  completed: started - failed,
  failed,
  cancelled: 0,
  p50Ms: 10,
  p95Ms: 20,
  p99Ms: 30,
  costUsd: 0.5,
});

describe('the figures of the home page', () => {
  it('have a span for each hour of a day, and for each day of a week', () => {
    const day = homeRange('24h', now);
    expect(spansOf(day, [])).toHaveLength(24);
    expect(new Date(day.toMs).toISOString()).toBe('2031-03-05T13:00:00.000Z');
    expect(spansOf(homeRange('7d', now), [])).toHaveLength(7);
    expect(spansOf(homeRange('30d', now), [])).toHaveLength(30);
  });

  it('are zero in spans in which nothing ran, and without a duration', () => {
    const spans = spansOf(homeRange('24h', now), [bucket('2031-03-05T11:00:00.000Z', 3, 1)]);
    expect(spans.filter(({ started }) => started > 0)).toHaveLength(1);
    expect(spans[0]).toEqual({ atMs: expect.any(Number), started: 0, completed: 0, failed: 0, cancelled: 0, p95Ms: null, costUsd: 0 });
  });

  it('count runs from the first span, or from the earliest run that the server counts', () => {
    const week = homeRange('7d', now);
    const first = Date.parse('2031-02-27T00:00:00Z');
    expect(countedFrom(week, undefined)).toBe(first);
    expect(countedFrom(week, '2031-02-27T00:00:00.000Z')).toBe(first);
    expect(countedFrom(week, '2031-03-04T08:15:00.000Z')).toBe(Date.parse('2031-03-04T08:15:00Z'));
  });

  it('are added up', () => {
    const spans = spansOf(homeRange('24h', now), [bucket('2031-03-05T11:00:00.000Z', 3, 1), bucket('2031-03-05T12:00:00.000Z', 4, 2)]);
    expect(totalOf(spans)).toEqual({ started: 7, completed: 4, failed: 3, cancelled: 0, costUsd: 1 });
  });
});
