import { describe, expect, it } from '@jest/globals';
import { addressTest, canonicalRange, rangeOutside } from './address-ranges.js';

describe('a range of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::FFFF:c000:207/128', '192.0.2.7/32'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
    ['::/0', '::/0'],
  ])('may be written %s', (text, canonical) => {
    expect(canonicalRange(text)).toBe(canonical);
  });

  it.each([
    '',
    '192.0.2',
    '1',
    '0x7f.1',
    '192.0.2.0/33',
    '192.0.2.7 ',
    '192.0.2.300',
    'example.org',
    '2001:db8::/129',
    'fe80::1%eth0',
    'fe80::%eth0/64',
    '::ffff:192.0.2.0/95',
    '10/8',
    '010.0.0.1',
  ])('may not be written %j', (text) => {
    expect(canonicalRange(text)).toBeUndefined();
  });
});

describe('whether a client is in one of some ranges', () => {
  it('is always so without a range', () => {
    expect(addressTest([])('203.0.113.9')).toBe(true);
    expect(addressTest([])('')).toBe(true);
  });

  it.each([
    ['192.0.2.200', true],
    ['::ffff:192.0.2.200', true],
    ['192.0.3.1', false],
    ['2001:db8::5', true],
    ['2001:db9::5', false],
    ['', false],
    ['unix:', false],
  ])('for %s: %s', (address, expected) => {
    expect(addressTest(['192.0.2.0/24', '2001:db8::/32'])(address)).toBe(expected);
  });

  it('accepts ranges that were stored in another form', () => {
    expect(addressTest(['::ffff:192.0.2.0/120'])('192.0.2.7')).toBe(true);
    expect(addressTest(['::ffff:192.0.2.0/120'])('192.0.3.7')).toBe(false);
  });
});

describe('a list of ranges', () => {
  const around = ['192.0.2.0/24', '2001:db8::/32'];

  it.each([[[]], [['192.0.2.0/24']], [['192.0.2.7/32', '2001:db8:1::/48']], [['::ffff:192.0.2.128/121']]])(
    'lies within another: %j',
    (ranges) => {
      expect(rangeOutside(ranges, around)).toBeUndefined();
    },
  );

  it.each([
    [['192.0.2.0/23'], '192.0.2.0/23'],
    [['192.0.2.7/32', '203.0.113.9/32'], '203.0.113.9/32'],
    [['0.0.0.0/0'], '0.0.0.0/0'],
    [['::/0'], '::/0'],
  ])('does not lie within another: %j', (ranges, outside) => {
    expect(rangeOutside(ranges, around)).toBe(outside);
  });
});
