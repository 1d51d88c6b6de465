import { describe, expect, it } from '@jest/globals';
import { types } from 'pg';
import { isoTimes } from './iso-times.js';

const read = (text: string): unknown => isoTimes.getTypeParser(types.builtins.TIMESTAMPTZ, 'text')(text);

describe('moments of many rows', () => {
  it.each([
    ['2031-03-04 05:06:07+00', '2031-03-04T05:06:07.000Z'],
    ['2031-03-04 05:06:07.08+00', '2031-03-04T05:06:07.080Z'],
    ['2031-03-04 05:06:07.123+00', '2031-03-04T05:06:07.123Z'],
    ['2031-03-04 05:06:07.123456+00', '2031-03-04T05:06:07.123Z'],
    ['2031-03-04 05:06:07+05:30', '2031-03-03T23:36:07.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(read(text)).toBe(iso);
  });
});
