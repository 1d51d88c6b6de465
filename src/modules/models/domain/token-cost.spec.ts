import { describe, expect, it } from '@jest/globals';
import { costOfTokens } from './token-cost.js';

describe('the cost of tokens', () => {
  it('is a whole number of nano-dollars for each side, and their sum', () => {
    const cost = costOfTokens({ input: 3, output: 7, cacheRead: 0, cacheWrite: 0 }, { input: 0.0375, output: 0.6 });
    expect(cost).toEqual({ inputNanoUsd: 113, outputNanoUsd: 4_200, totalNanoUsd: 4_313 });
  });

  it('has separate prices for tokens that are read from a cache or written into it', () => {
    const usage = { input: 1_000, output: 0, cacheRead: 600, cacheWrite: 300 };
    expect(costOfTokens(usage, { input: 2, output: 10, cacheRead: 0.2, cacheWrite: 2.5 }).inputNanoUsd).toBe(200_000 + 120_000 + 750_000);
    expect(costOfTokens(usage, { input: 2, output: 10 }).inputNanoUsd).toBe(2_000_000);
  });

  it('never counts more cached tokens than the request has', () => {
    const prices = { input: 2, output: 10, cacheRead: 1, cacheWrite: 1 };
    expect(costOfTokens({ input: 10, output: 0, cacheRead: 50, cacheWrite: 50 }, prices).inputNanoUsd).toBe(10_000);
  });

  it('is 0 for a price of 0', () => {
    expect(costOfTokens({ input: 10, output: 10, cacheRead: 0, cacheWrite: 0 }, { input: 0, output: 0 }).totalNanoUsd).toBe(0);
  });
});
