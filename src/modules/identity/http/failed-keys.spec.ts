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
    for (let count = 0; count < 60; count += 1) expect(keys.record('a').retryAfterSeconds).toBeUndefined();
    clock.ms = 20_000;
    expect(keys.record('a').retryAfterSeconds).toBe(40);
    expect(keys.record('b').retryAfterSeconds).toBeUndefined();
    clock.ms = 60_000;
    expect(keys.record('a').retryAfterSeconds).toBeUndefined();
  });

  it('are logged in full at first, then when the address is shut out, then one in a hundred', () => {
    const keys = new FailedKeys(new SettableClock());
    const logged = Array.from({ length: 300 }, (_, index) => index + 1).filter(() => keys.record('a').isWorthLogging);
    expect(logged).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 61, 100, 200, 300]);
  });

  it('count together for all addresses that one client of version 6 has (AC-77)', () => {
    const keys = new FailedKeys(new SettableClock());
    for (let count = 0; count < 60; count += 1) keys.record(`2001:db8:0:1::${count.toString(16)}`);
    expect(keys.record('2001:db8:0:1:ffff::1').retryAfterSeconds).toBeDefined();
    expect(keys.record('2001:db8:0:2::1').retryAfterSeconds).toBeUndefined();
    for (let count = 0; count < 60; count += 1) keys.record('192.0.2.7');
    expect(keys.record('::ffff:192.0.2.7').retryAfterSeconds).toBeDefined();
    expect(keys.record('192.0.2.8').retryAfterSeconds).toBeUndefined();
  });
});
