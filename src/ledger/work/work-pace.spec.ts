import { describe, expect, it } from '@jest/globals';
import { mostBegun, WorkPace } from './work-pace.js';

const [late, inTime] = [true, false];

/** Begins as many items as there is room for, at most `most`, and ends the window. */
function window(pace: WorkPace, isLate: boolean, most = 64): number {
  const begun = Math.min(pace.room, most);
  for (let item = 0; item < begun; item += 1) pace.begin();
  pace.judge(isLate);
  return begun;
}

function windows(pace: WorkPace, isLate: boolean, count: number): number[] {
  return Array.from({ length: count }, () => window(pace, isLate));
}

describe('the pace of work', () => {
  it('limits nothing while requests are answered in time', () => {
    const pace = new WorkPace();
    expect(windows(pace, inTime, 5)).toEqual([64, 64, 64, 64, 64]);
    expect(pace.limit).toBe(mostBegun);
  });

  it('shrinks from the number of items that began, and not from the number allowed', () => {
    const pace = new WorkPace();
    window(pace, late, 20);
    expect(pace.limit).toBe(14);
    window(pace, late, 10);
    expect(pace.limit).toBe(7);
  });

  it('keeps a least share for work however long requests wait', () => {
    const pace = new WorkPace();
    windows(pace, late, 50);
    expect(window(pace, late)).toBe(4);
    expect(window(pace, late)).toBe(4);
  });

  it('leaves no room for more items in a window than its limit', () => {
    const pace = new WorkPace();
    windows(pace, late, 50);
    for (let item = 0; item < 6; item += 1) pace.begin();
    expect(pace.room).toBe(0);
    pace.judge(inTime);
    expect(pace.room).toBe(6);
  });

  it('limits nothing again three seconds after the last request waited', () => {
    const pace = new WorkPace();
    windows(pace, late, 50);
    windows(pace, inTime, 30);
    expect(pace.limit).toBe(mostBegun);
  });

  it('settles where requests just do not wait, and does not stop there', () => {
    const pace = new WorkPace();
    const capacity = 40;
    const begun: number[] = [];
    let wasLate = true;
    for (let turn = 0; turn < 200; turn += 1) {
      const items = window(pace, wasLate);
      wasLate = items > capacity;
      begun.push(items);
    }
    const settled = begun.slice(100);
    expect(Math.max(...settled)).toBeLessThanOrEqual(capacity * 1.6);
    expect(settled.reduce((sum, items) => sum + items, 0) / settled.length).toBeGreaterThan(capacity * 0.6);
  });
});
