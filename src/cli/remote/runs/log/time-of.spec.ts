import { describe, expect, it } from '@jest/globals';
import { timeOf } from './time-of.js';

const now = new Date('2031-01-08T00:00:00.000Z');

describe('the time of an option', () => {
  it.each([
    ['2031-01-01', '2031-01-01T00:00:00.000Z'],
    ['30m', '2031-01-07T23:30:00.000Z'],
    ['7d', '2031-01-01T00:00:00.000Z'],
  ])('is, for %s, %s', (text, at) => {
    expect(timeOf('--since', text, now)).toBe(at);
  });

  it('is refused when it is neither a date nor a time ago', () => {
    expect(() => timeOf('--since', 'yesterday', now)).toThrow('--since takes a date such as 2031-01-01');
  });
});
