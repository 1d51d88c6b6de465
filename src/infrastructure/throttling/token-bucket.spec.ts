import { describe, expect, it } from '@jest/globals';
import { capacityOf, loanOf, resetAtMs, settle, type TokenBucket } from './token-bucket.js';

const minute = 60_000;
const empty = (ratePerMinute: number): TokenBucket => ({ tokens: 0, ratePerMinute, refilledAtMs: 0 });

describe('a token bucket', () => {
  it.each([50, 200, 30, 150, 1000, 300, 2500, 600, 5000, 60_000, 300_000])('of %i a minute begins full, with twice as many', (rate) => {
    expect(settle(undefined, rate, 1000)).toEqual({ tokens: 2 * rate, ratePerMinute: rate, refilledAtMs: 1000 });
    expect(capacityOf(rate)).toBe(2 * rate);
  });

  it('refills nothing before a whole minute has passed, and a whole rate then', () => {
    expect(settle(empty(5), 5, minute - 1).tokens).toBe(0);
    expect(settle(empty(5), 5, minute).tokens).toBe(5);
  });

  it('keeps the rhythm of its minutes and never exceeds its capacity', () => {
    expect(settle(empty(5), 5, 3.5 * minute)).toEqual({ tokens: 10, ratePerMinute: 5, refilledAtMs: 3 * minute });
  });

  it('says when the next tokens come, not when it is full', () => {
    expect(resetAtMs({ tokens: 1, ratePerMinute: 5, refilledAtMs: 500 })).toBe(60_500);
  });

  it('is not moved by a clock that goes backwards', () => {
    const bucket = { tokens: 3, ratePerMinute: 5, refilledAtMs: 5 * minute };
    expect(settle(bucket, 5, minute)).toEqual(bucket);
  });

  it('takes tokens back before it refills, so that lending makes none', () => {
    expect(settle({ tokens: 4, ratePerMinute: 5, refilledAtMs: 0 }, 5, minute, 6).tokens).toBe(10);
    expect(settle({ tokens: 0, ratePerMinute: 5, refilledAtMs: 0 }, 5, 0, 100).tokens).toBe(10);
  });

  it.each([
    ['a higher one', 30, 100, 130],
    ['a lower one', 30, 20, 0],
    ['a lower one with less used', 90, 45, 80],
  ])('keeps what was used when its rate becomes %s', (_, tokens, rate, left) => {
    expect(settle({ tokens, ratePerMinute: 50, refilledAtMs: 0 }, rate, 10)).toEqual({
      tokens: left,
      ratePerMinute: rate,
      refilledAtMs: 0,
    });
  });
});

describe('a loan', () => {
  const holding = (tokens: number): TokenBucket => ({ tokens, ratePerMinute: 100, refilledAtMs: 0 });

  it('is a share of what is there', () => {
    expect(loanOf(holding(160), 1, 16)).toBe(10);
  });

  it('is what is needed when that is more than the share', () => {
    expect(loanOf(holding(160), 50, 16)).toBe(50);
    expect(loanOf(holding(3), 1, 16)).toBe(1);
  });

  it('is never more than there is, and nothing when nothing is needed', () => {
    expect(loanOf(holding(3), 9, 16)).toBe(3);
    expect(loanOf(holding(160), 0, 16)).toBe(0);
  });
});
