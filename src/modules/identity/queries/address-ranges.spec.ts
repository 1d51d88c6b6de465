import { describe, expect, it } from '@jest/globals';
import { addressTest, canonicalRange } from './address-ranges.js';

describe('a range of addresses', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7/32'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['::ffff:192.0.2.7', '192.0.2.7/32'],
    ['2001:DB8:0:0::1', '2001:db8::1/128'],
    ['2001:db8::/32', '2001:db8::/32'],
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
});
