import { describe, expect, it } from '@jest/globals';
import { wholeDays } from './whole-days.js';

const later = new Date('2031-05-01T00:00:00.000Z');
const cut = (start: string, end: string, now = later) => wholeDays(`2031-03-${start}Z`, `2031-03-${end}Z`, now);

describe('the whole days of a span', () => {
  it('lie between its first and last midnight', () => {
    expect(cut('01T10:00:00.000', '04T08:00:00.000')).toEqual({
      headEnd: '2031-03-02T00:00:00.000Z',
      firstDay: '2031-03-02',
      endDay: '2031-03-04',
      tailStart: '2031-03-04T00:00:00.000Z',
    });
  });

  it('cover the span if it starts and ends at midnight', () => {
    expect(cut('01T00:00:00.000', '03T00:00:00.000')).toEqual({
      headEnd: '2031-03-01T00:00:00.000Z',
      firstDay: '2031-03-01',
      endDay: '2031-03-03',
      tailStart: '2031-03-03T00:00:00.000Z',
    });
  });

  it.each([
    ['one day', '01T10:00:00.000', '01T11:00:00.000'],
    ['two', '01T10:00:00.000', '02T11:00:00.000'],
  ])('do not exist in a part of %s', (_, start, end) => {
    const { headEnd, firstDay, endDay, tailStart } = cut(start, end);
    expect([headEnd, tailStart]).toEqual([`2031-03-${start}Z`, `2031-03-${start}Z`]);
    expect(endDay).toBe(firstDay);
  });

  it('include today if the span reaches the present', () => {
    const now = new Date('2031-03-09T15:00:00.000Z');
    const expected = { endDay: '2031-03-10', tailStart: '2031-03-10T00:00:00.000Z' };
    expect(cut('01T00:00:00.000', '09T15:00:00.000', now)).toMatchObject(expected);
    expect(wholeDays('2031-03-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', now)).toMatchObject(expected);
  });
});
