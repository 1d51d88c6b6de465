import { describe, expect, it } from '@jest/globals';
import { FairTurns } from './fair-turns.js';

describe('fair turns', () => {
  it('let a single item of a workspace go before the backlog of another', () => {
    const turns = new FairTurns();
    const flood = Array.from({ length: 1000 }, () => turns.next('flood', 1000));
    const single = turns.next('quiet', 1010);
    expect(flood.filter((turn) => turn <= single).length).toBeLessThan(10);
  });

  it('keep the order within a workspace', () => {
    const turns = new FairTurns();
    const order = [1000, 1000, 1001, 2000].map((now) => turns.next('one', now));
    expect(order.toSorted((a, b) => a - b)).toEqual(order);
    expect(new Set(order).size).toBe(4);
  });

  it('forget a flood once its time has passed', () => {
    const turns = new FairTurns();
    for (let n = 0; n < 100; n += 1) turns.next('flood', 1000);
    expect(turns.next('flood', 60_000)).toBe(60_000);
  });
});
