import { describe, expect, it } from '@jest/globals';
import { expiryOf } from './expiry.js';

const now = new Date('2031-01-01T00:00:00.000Z');

describe('the end of a key', () => {
  it.each([
    ['2031-02-01', '2031-02-01T00:00:00.000Z'],
    ['90d', '2031-04-01T00:00:00.000Z'],
    ['12h', '2031-01-01T12:00:00.000Z'],
    ['1w', '2031-01-08T00:00:00.000Z'],
  ])('is, for %s, %s', (text, at) => {
    expect(expiryOf(text, now)).toBe(at);
  });

  it.each([
    ['soon', '--expires takes a date such as 2031-01-01'],
    ['0d', '--expires 0d is in the past'],
    ['2030-12-31', '--expires 2030-12-31 is in the past'],
  ])('is not %s', (text, message) => {
    expect(() => expiryOf(text, now)).toThrow(message);
  });
});
