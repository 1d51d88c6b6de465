import { describe, expect, it } from '@jest/globals';
import { feedDate } from './feed-date.js';

describe('the date of a feed item', () => {
  it.each([
    ['2026-11-30T10:00:00Z', '2026-11-30T10:00:00.000Z'],
    ['Mon, 30 Nov 2026 10:00:00 EST', '2026-11-30T15:00:00.000Z'],
    ['Mon, 30 Nov 2026 10:00:00 CET', '2026-11-30T09:00:00.000Z'],
    ['Mon, 29 Jun 2026 10:00 cest', '2026-06-29T08:00:00.000Z'],
    ['Mon, 30 Nov 2026 10:00:00 IST', '2026-11-30T04:30:00.000Z'],
    ['Mon, 30 Nov 2026 10:00:00 JST', '2026-11-30T01:00:00.000Z'],
  ])('is read in its zone from %s', (text, iso) => expect(feedDate(text)).toBe(iso));

  it('is read as UTC in a zone without a known offset', () => {
    expect(feedDate('Mon, 30 Nov 2026 10:00:00 XYZ')).toBe('2026-11-30T10:00:00.000Z');
  });

  it.each(['', 'yesterday', 'at 10:00 CET', '99 Nov 2026 10:00:00 CET'])('is absent where none can be read: %p', (text) => {
    expect(feedDate(text)).toBeNull();
  });
});
