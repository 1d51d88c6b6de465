import { describe, expect, it } from '@jest/globals';
import { retryDelayMs, retryPolicy } from './block-retry.js';

const retry = (maxTries: unknown, waitBetweenTriesMs: unknown) => ({ enabled: true, maxTries, waitBetweenTriesMs }) as never;

describe('the retry option of a block', () => {
  it.each([
    [3, 1000, 3, 1000],
    [1, -5, 2, 0],
    [9, 60_000, 5, 5_000],
    [2.9, 10.9, 2, 10],
    [undefined, undefined, 3, 1_000],
    [NaN, '5', 3, 1_000],
  ])('brings %j tries and %j ms within bounds', (tries, wait, maxTries, waitMs) => {
    expect(retryPolicy({ type: 'api', retry: retry(tries, wait) })).toEqual({ maxTries, waitMs });
  });

  it.each(['human_in_the_loop', 'loop', 'parallel', 'note'])('does not count for %s', (type) => {
    expect(retryPolicy({ type, retry: retry(3, 0) })).toBeNull();
  });

  it('does not count when it is off', () => {
    expect(retryPolicy({ type: 'api', retry: { enabled: false, maxTries: 3, waitBetweenTriesMs: 0 } })).toBeNull();
    expect(retryPolicy({ type: 'api' })).toBeNull();
  });
});

describe('whether a failed block runs again', () => {
  const block = { retry: { maxTries: 3, waitMs: 50 } };

  it('depends on the tries it has had', () => {
    expect([1, 2, 3].map((tries) => retryDelayMs(block, tries, false))).toEqual([50, 50, null]);
  });

  it('is no when the run is being ended, or the author did not ask for it', () => {
    expect(retryDelayMs(block, 1, true)).toBeNull();
    expect(retryDelayMs({ retry: null }, 1, false)).toBeNull();
  });
});
