import { describe, expect, it } from '@jest/globals';
import { duration, progressLine } from './progress-text.js';

const progress = { name: 'a', version: 2, running: true };

describe('the progress of a rebuild', () => {
  it('tells how much is done, how fast, and how long it will go on', () => {
    expect(progressLine({ ...progress, events: 250_000, total: 1_000_000, elapsedMs: 5000, remainingMs: 15_000 })).toBe(
      '250,000 of 1,000,000 events (25 %), 50,000/s, about 15 s left',
    );
  });

  it('gives no estimate before there is anything to estimate from', () => {
    expect(progressLine({ ...progress, events: 0, total: 10, elapsedMs: 0, remainingMs: null })).toBe(
      '0 of 10 events (0 %), 0/s, no estimate yet',
    );
  });
});

describe('a duration', () => {
  it.each([
    [12.4, '12 ms'],
    [59_600, '60 s'],
    [180_000, '3 min'],
    [9_000_000, '2 h 30 min'],
  ])('of %d ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});
