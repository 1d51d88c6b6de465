import { describe, expect, it } from '@jest/globals';
import { skewMs } from './clock-skew.js';

describe('the difference between the clock of a process and that of the database', () => {
  it.each([
    ['is zero when the answer lies between question and receipt, however slow', { before: 1000, at: 1500, after: 9000 }, 0],
    ['is positive when the process is ahead', { before: 5000, at: 1000, after: 5010 }, 4000],
    ['is negative when the process is behind', { before: 1000, at: 5000, after: 1010 }, -3990],
  ])('%s', (_, times, expected) => {
    expect(skewMs(times)).toBe(expected);
  });
});
