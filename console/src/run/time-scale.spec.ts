import { describe, expect, it } from '@jest/globals';
import type { SpanRow } from './span-rows.js';
import { timeScale } from './time-scale.js';

function row(startMs: number, duration: number, waitedMs = 0): SpanRow {
  const span = { id: String(startMs), duration: duration + waitedMs, waitedMs, children: [] } as unknown as SpanRow['span'];
  const workedUntilMs = startMs + duration;
  return { span, startMs, workedUntilMs, endMs: workedUntilMs + waitedMs, depth: 0, hasChildren: false, isOpen: false };
}

const dayMs = 86_400_000;

describe('the scale of a trace', () => {
  it('is linear where blocks follow each other', () => {
    const { folds, place } = timeScale([row(0, 100), row(110, 90)]);
    expect(folds).toEqual([]);
    expect([0, 50, 100, 200].map(place)).toEqual([0, 0.25, 0.5, 1]);
  });

  it('folds a day of waiting, and shows the work before and after it', () => {
    const { folds, place } = timeScale([row(0, 1000), row(1000, 10, dayMs), row(dayMs + 1010, 990)]);
    expect(folds).toEqual([{ fromMs: 1010, toMs: dayMs + 1010 }]);
    expect(place(1010)).toBeCloseTo(1010 / 2160, 3);
    expect(place(dayMs + 1010)).toBeCloseTo(1170 / 2160, 3);
    expect(place(dayMs + 2000)).toBe(1);
  });

  it('folds the wait at the end of a paused run', () => {
    const { folds, place } = timeScale([row(0, 500), row(500, 5, dayMs)]);
    expect(folds).toEqual([{ fromMs: 505, toMs: dayMs + 505 }]);
    expect(place(505)).toBeGreaterThan(0.5);
  });

  it('folds the time of an answer in the queue apart from the wait for it', () => {
    const { folds } = timeScale([row(0, 1000), row(1000, 10, dayMs), row(dayMs + 1010, 990)], 0, new Map([['1000', 60_000]]));
    expect(folds).toEqual([
      { fromMs: 1010, toMs: dayMs - 58_990 },
      { fromMs: dayMs - 58_990, toMs: dayMs + 1010 },
    ]);
  });

  it('grows with the time, whatever is folded', () => {
    const { place } = timeScale([row(0, 3), row(10_000, 20, 60_000), row(80_000, 4)]);
    const places = Array.from({ length: 90 }, (_, second) => place(second * 1000));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBe(0);
    expect(places.at(-1)).toBe(1);
  });

  it('begins with the time in the queue, which is short beside the run', () => {
    const { place } = timeScale([row(0, 100)], 10);
    expect(place(-10)).toBe(0);
    expect(place(0)).toBeCloseTo(10 / 110, 5);
    expect(place(100)).toBe(1);
    const { place: afterAnHour } = timeScale([row(0, 100)], 3_600_000);
    expect(afterAnHour(-1_800_000)).toBeCloseTo(7.5 / 115, 5);
    expect(afterAnHour(0)).toBeCloseTo(15 / 115, 5);
  });
});
