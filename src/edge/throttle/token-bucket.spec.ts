import { describe, expect, it } from '@jest/globals';
import { capacityOf, loanOf, resetAtMs, settle, tokensFor, type TokenBucket } from './token-bucket.js';

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

  it('refills at fixed minutes and never exceeds its capacity', () => {
    expect(settle(empty(5), 5, 3.5 * minute)).toEqual({ tokens: 10, ratePerMinute: 5, refilledAtMs: 3 * minute });
  });

  it('says when the next tokens come, not when it is full', () => {
    expect(resetAtMs({ tokens: 1, ratePerMinute: 5, refilledAtMs: 500 })).toBe(60_500);
  });

  it('gets its next tokens a minute later at the latest when the clock was set back', () => {
    const bucket = { tokens: 3, ratePerMinute: 5, refilledAtMs: 5 * minute };
    const back = settle(bucket, 5, minute);
    expect(back).toEqual({ tokens: 3, ratePerMinute: 5, refilledAtMs: minute });
    expect(settle(back, 5, 2 * minute).tokens).toBe(8);
  });

  it('takes tokens back before it refills, so that lending creates none', () => {
    expect(settle({ tokens: 4, ratePerMinute: 5, refilledAtMs: 0 }, 5, minute, 6).tokens).toBe(10);
    expect(settle({ tokens: 0, ratePerMinute: 5, refilledAtMs: 0 }, 5, 0, 100).tokens).toBe(10);
  });

  it.each([
    ['a higher one', 30, 100, 130],
    ['a lower one', 30, 20, 0],
    ['a lower one with less used', 90, 45, 80],
  ])('keeps what was used when its rate becomes %s', (_, tokens, rate, left) => {
    expect(tokensFor(settle({ tokens, ratePerMinute: 50, refilledAtMs: 0 }, rate, 10), rate)).toBe(left);
  });

  it('creates no tokens while processes know it by different rates', () => {
    let bucket = settle(undefined, 150, 0);
    let taken = 0;
    for (let turn = 0; turn < 20; turn += 1) {
      const rate = turn % 2 === 0 ? 150 : 50;
      bucket = settle(bucket, rate, turn);
      const loan = loanOf(tokensFor(bucket, rate), 60, 1);
      taken += loan;
      bucket = { ...bucket, tokens: bucket.tokens - loan };
    }
    expect(taken).toBe(300);
  });

  it('has the tokens of a lower rate within two minutes, whatever was used before', () => {
    const used = { tokens: 0, ratePerMinute: 60_000, refilledAtMs: 0 };
    expect(tokensFor(settle(used, 50, 0), 50)).toBe(0);
    const later = settle(settle(used, 50, minute), 50, 2 * minute);
    expect(later).toEqual({ tokens: 100, ratePerMinute: 50, refilledAtMs: 2 * minute });
  });
});

describe('a loan', () => {
  it('is a share of what is there', () => {
    expect(loanOf(160, 1, 16)).toBe(10);
  });

  it('is what is needed when that is more than the share', () => {
    expect(loanOf(160, 50, 16)).toBe(50);
    expect(loanOf(3, 1, 16)).toBe(1);
  });

  it('is never more than the bucket holds, and zero when no token is needed', () => {
    expect(loanOf(3, 9, 16)).toBe(3);
    expect(loanOf(160, 0, 16)).toBe(0);
  });
});
