import { describe, expect, it } from '@jest/globals';
import { timeLimitMs } from './time-limit.js';

const context = { defaultTimeoutMs: 5000, remainingMs: () => 60_000 };

describe('the time limit of a block', () => {
  it('is what its author says, else the default, and never more than the most', () => {
    expect(timeLimitMs('300', context)).toBe(300);
    expect(timeLimitMs(undefined, context)).toBe(5000);
    expect(timeLimitMs(0, context)).toBe(5000);
    expect(timeLimitMs(90_000, context, 20_000)).toBe(20_000);
  });

  it('comes after the end of the run, which is then the one that took too long', () => {
    const limit = timeLimitMs(90_000, context);
    expect(limit).toBeGreaterThan(context.remainingMs());
    expect(limit).toBeLessThan(90_000);
  });
});
