import { describe, expect, it } from '@jest/globals';
import { Turns } from './turns.js';

const options = { ofAddress: { perSecond: 10, burst: 3 }, inAll: { perSecond: 20, burst: 20 }, mostWaitMs: 1000 };

describe('a turn', () => {
  it('comes at once for the first requests of an address, then at its rate', () => {
    const turns = new Turns({ ...options, nowMs: () => 0 });
    expect(Array.from({ length: 6 }, () => turns.next('198.51.100.1'))).toEqual([0, 0, 0, 100, 200, 300]);
    expect(turns.next('198.51.100.2')).toBe(0);
  });

  it('is refused to a request that would wait too long, which then takes none', () => {
    let now = 0;
    const turns = new Turns({ ...options, nowMs: () => now });
    const waits = Array.from({ length: 40 }, () => turns.next('198.51.100.1'));
    expect(waits.filter((wait) => wait !== undefined)).toHaveLength(13);
    now = 100;
    expect(turns.next('198.51.100.1')).toBe(1000);
    now = 60_000;
    expect(turns.next('198.51.100.1')).toBe(0);
  });

  it('comes at the rate for all, however many addresses there are', () => {
    const turns = new Turns({ ...options, nowMs: () => 0 });
    const waits = Array.from({ length: 60 }, (_, index) => turns.next(`198.51.100.${index}`));
    expect(waits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(waits[20]).toBe(50);
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(20);
  });

  it('is shared by the addresses of an IPv6 prefix', () => {
    const turns = new Turns({ ...options, nowMs: () => 0 });
    for (const last of ['1', '2', '3']) turns.next(`2001:db8::${last}`);
    expect(turns.next('2001:db8::4')).toBe(100);
    expect(turns.next('2001:db8:0:1::4')).toBe(0);
  });
});
