import { describe, expect, it } from '@jest/globals';
import { refill, resetAtMs, take, type TokenBucket } from './token-bucket.js';

const minute = 60_000;

describe('a token bucket', () => {
  it('begins full, with twice the rate of a minute', () => {
    expect(refill(undefined, 50, 1000)).toEqual({ tokens: 100, refilledAtMs: 1000 });
  });

  it('gives exactly as many tokens as it holds', () => {
    let bucket: TokenBucket | undefined = refill(undefined, 5, 0);
    let taken = 0;
    while ((bucket = take(bucket)) !== undefined) taken += 1;
    expect(taken).toBe(10);
  });

  it('refills nothing before a whole minute has passed, and a whole rate then', () => {
    const empty = { tokens: 0, refilledAtMs: 0 };
    expect(refill(empty, 5, minute - 1).tokens).toBe(0);
    expect(refill(empty, 5, minute).tokens).toBe(5);
  });

  it('keeps the rhythm of its minutes and never exceeds its capacity', () => {
    expect(refill({ tokens: 0, refilledAtMs: 0 }, 5, 3.5 * minute)).toEqual({ tokens: 10, refilledAtMs: 3 * minute });
  });

  it('says when the next tokens come', () => {
    expect(resetAtMs({ tokens: 1, refilledAtMs: 500 })).toBe(60_500);
  });

  it('is not moved by a clock that goes backwards', () => {
    const bucket = { tokens: 3, refilledAtMs: 5 * minute };
    expect(refill(bucket, 5, minute)).toBe(bucket);
  });
});
