import { describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock.js';
import { FailedKeys } from './failed-keys.js';

class SettableClock extends Clock {
  ms = 0;
  now(): Date {
    return new Date(this.ms);
  }
}

describe('keys that fail', () => {
  it('are tolerated 60 times a minute from one address', () => {
    const clock = new SettableClock();
    const keys = new FailedKeys(clock);
    for (let count = 0; count < 60; count += 1) expect(keys.record('a')).toBeUndefined();
    clock.ms = 20_000;
    expect(keys.record('a')).toEqual({ allowed: 60, resetAt: new Date(60_000), retryAfterSeconds: 40 });
    expect(keys.record('b')).toBeUndefined();
    clock.ms = 60_000;
    expect(keys.record('a')).toBeUndefined();
  });

  it('count together for all addresses that one client of version 6 has (AC-77)', () => {
    const keys = new FailedKeys(new SettableClock());
    for (let count = 0; count < 60; count += 1) keys.record(`2001:db8:0:1::${count.toString(16)}`);
    expect(keys.record('2001:db8:0:1:ffff::1')).toBeDefined();
    expect(keys.record('2001:db8:0:2::1')).toBeUndefined();
    for (let count = 0; count < 60; count += 1) keys.record('192.0.2.7');
    expect(keys.record('::ffff:192.0.2.7')).toBeDefined();
    expect(keys.record('192.0.2.8')).toBeUndefined();
  });
});
