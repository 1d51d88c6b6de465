import { describe, expect, it } from '@jest/globals';
import { bytesText, durationParts, moneyText, relativeTime } from './amounts.js';

const duration = (ms: number): string => {
  const { value, unit } = durationParts(ms);
  return `${value} ${unit}`;
};

describe('an amount', () => {
  it('of time has the unit in which it is short', () => {
    expect([0, 12.4, 999, 999.6, 1240, 9994, 9995, 59_940, 59_960, 185_000, 3_599_900, 7_800_000].map(duration)).toEqual([
      '0 ms',
      '12 ms',
      '999 ms',
      '1.00 s',
      '1.24 s',
      '9.99 s',
      '10.0 s',
      '59.9 s',
      '1 m 00 s',
      '3 m 05 s',
      '1 h 00 m',
      '2 h 10 m',
    ]);
  });

  it('of money shows two digits that count', () => {
    expect([0, 0.0042, 0.000_012_3, 0.12, 1.2, 1234.5].map(moneyText)).toEqual([
      '$0',
      '$0.0042',
      '$0.000012',
      '$0.12',
      '$1.20',
      '$1234.50',
    ]);
  });

  it('of bytes is in the unit of its size', () => {
    expect([12, 2048, 3 * 1024 * 1024].map(bytesText)).toEqual(['12 B', '2.0 KB', '3.0 MB']);
  });
});

describe('a time', () => {
  const now = Date.parse('2031-03-04T12:00:00Z');

  it('is counted from now, and by its date from a week on', () => {
    const ago = (ms: number): string => relativeTime(now - ms, now);
    expect([1000, 30_000, 180_000, 2 * 3_600_000, 86_400_000].map(ago)).toEqual([
      'just now',
      '30 sec. ago',
      '3 min. ago',
      '2 hr. ago',
      'yesterday',
    ]);
    expect(ago(8 * 86_400_000)).toBe('Feb 24, 2031');
    expect(relativeTime(now + 180_000, now)).toBe('in 3 min.');
  });

  it('from a day on is counted in days of the calendar', () => {
    const noon = new Date(2031, 2, 4, 12).getTime();
    expect([25, 35, 37, 47].map((hours) => relativeTime(noon - hours * 3_600_000, noon))).toEqual([
      'yesterday',
      'yesterday',
      '2 days ago',
      '2 days ago',
    ]);
    expect(relativeTime(noon + 37 * 3_600_000, noon)).toBe('in 2 days');
  });
});
