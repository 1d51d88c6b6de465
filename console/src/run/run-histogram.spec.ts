import { describe, expect, it } from '@jest/globals';
import type { FigureBucket } from '@sluice/client';
import { columnsOf, divisionOf } from './run-histogram.js';

const hourMs = 3_600_000;
const now = Date.parse('2031-03-05T12:07:00Z');

function bucket(at: string, started: number, failed: number): FigureBucket {
  return {
    at,
    workflowId: null,
    started,
    completed: started - failed,
    failed,
    cancelled: 0,
    p50Ms: null,
    p95Ms: null,
    p99Ms: null,
    costUsd: 0,
  };
}

describe('a range of time', () => {
  it.each([
    [1, 5 / 60, '5m'],
    [24, 0.5, '5m'],
    [7 * 24, 3, '1h'],
    [30 * 24, 12, '1h'],
    [365 * 24, 7 * 24, '1d'],
    [5000 * 24, 15 * 24, '1d'],
  ] as const)('of %s hours is divided into columns of %s hours, from spans of %s', (hours, stepHours, name) => {
    const division = divisionOf(now - hours * hourMs, now);
    expect(division).toMatchObject({ stepMs: stepHours * hourMs, bucket: name });
    expect((division.toMs - division.fromMs) / division.stepMs).toBeLessThanOrEqual(62);
    expect(division.fromMs % division.stepMs).toBe(0);
    expect(division.toMs).toBeGreaterThanOrEqual(now);
  });

  it('has a column for each step, with the sum of its runs', () => {
    const division = divisionOf(now - hourMs * 24, now);
    const columns = columnsOf(division, [
      bucket('2031-03-05T10:30:00.000Z', 3, 1),
      bucket('2031-03-05T10:55:00.000Z', 2, 0),
      bucket('2031-03-05T12:05:00.000Z', 1, 1),
      bucket('2031-02-01T00:00:00.000Z', 9, 9),
    ]);
    expect(columns).toHaveLength(49);
    expect(columns.filter(({ started }) => started > 0)).toEqual([
      { fromMs: Date.parse('2031-03-05T10:30:00Z'), toMs: Date.parse('2031-03-05T11:00:00Z'), started: 5, failed: 1 },
      { fromMs: Date.parse('2031-03-05T12:00:00Z'), toMs: Date.parse('2031-03-05T12:30:00Z'), started: 1, failed: 1 },
    ]);
  });
});
