import { describe, expect, it } from '@jest/globals';
import { withoutPorts } from './forwarded-addresses.js';

describe('addresses that a proxy forwards', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:5678', '192.0.2.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[::ffff:192.0.2.7]:1', '::ffff:192.0.2.7'],
    ['2001:db8::7', '2001:db8::7'],
    ['203.0.113.9:1, 192.0.2.7:65535,10.0.0.1', '203.0.113.9, 192.0.2.7, 10.0.0.1'],
  ])('%s are %s', (forwarded, addresses) => {
    expect(withoutPorts(forwarded)).toBe(addresses);
  });

  it.each(['', 'unknown', '192.0.2.7:', '192.0.2.7:port', '[nowhere]:80', '_hidden:80'])(
    'are left as they are when they are none: %j',
    (forwarded) => {
      expect(withoutPorts(forwarded)).toBe(forwarded);
    },
  );
});
