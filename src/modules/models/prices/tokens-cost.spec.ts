import { describe, expect, it } from '@jest/globals';
import { tokensCostUsd } from './tokens-cost.js';

describe('the cost of tokens', () => {
  it.each([
    [1_000_000, 0.02, 0.02],
    [1, 0.02, 2e-8],
    [1, 0.0004, 0],
    [3, 0.0005, 2e-9],
    [0, 5, 0],
    [1_000_000, undefined, 0],
  ])('of %d tokens at a price of %s is %d dollars', (tokens, price, cost) => {
    expect(tokensCostUsd(tokens, price)).toBe(cost);
  });
});
