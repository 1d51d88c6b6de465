import { describe, expect, it } from '@jest/globals';
import { AdaptiveLimit } from './adaptive-limit.js';

const [quick, slow] = [false, true];

/** Admits as many requests as there is room for. */
function fill(limit: AdaptiveLimit): number[] {
  const tickets: number[] = [];
  for (let ticket = limit.enter(); ticket !== undefined; ticket = limit.enter()) tickets.push(ticket);
  return tickets;
}

function judge(limit: AdaptiveLimit, isBehind: boolean, times = 1): void {
  for (let time = 0; time < times; time += 1) limit.judge(isBehind);
}

describe('the limit of requests', () => {
  it('is the configured number while the process is not behind', () => {
    const limit = new AdaptiveLimit(300);
    expect(fill(limit)).toHaveLength(300);
    judge(limit, quick, 5);
    expect(limit.limit).toBe(300);
  });

  it('tells lasting fullness from a moment, and a standstill from requests that end', () => {
    const limit = new AdaptiveLimit(2);
    fill(limit);
    judge(limit, quick, 49);
    expect(limit.standing).toBe('open');
    judge(limit, quick, 1);
    expect(limit.standing).toBe('stuck');
    limit.leave(0);
    limit.enter();
    expect(limit.standing).toBe('full');
    limit.leave(0);
    judge(limit, quick, 1);
    expect(limit.standing).toBe('open');
  });

  it('shrinks while the process is behind, to no fewer than 64', () => {
    const limit = new AdaptiveLimit(1000);
    fill(limit);
    judge(limit, slow);
    expect(limit.limit).toBe(700);
    judge(limit, slow, 20);
    expect(limit.limit).toBe(64);
  });

  it('shrinks from the number of requests in progress, not from the number allowed', () => {
    const limit = new AdaptiveLimit(1000);
    for (let request = 0; request < 200; request += 1) limit.enter();
    judge(limit, slow);
    expect(limit.limit).toBe(140);
  });

  it('admits no request until enough have left', () => {
    const limit = new AdaptiveLimit(200);
    const tickets = fill(limit);
    judge(limit, slow);
    expect(limit.limit).toBe(140);
    for (const ticket of tickets.slice(0, 60)) limit.leave(ticket);
    expect(limit.enter()).toBeUndefined();
    for (const ticket of tickets.slice(60, 70)) limit.leave(ticket);
    expect(fill(limit)).toHaveLength(10);
  });

  it('is back within ten seconds when the process is not behind any more', () => {
    const limit = new AdaptiveLimit(1000);
    fill(limit);
    judge(limit, slow, 20);
    judge(limit, quick, 100);
    expect(limit.limit).toBe(1000);
  });

  it('does not count requests that wait for something else, but never admits more than configured', () => {
    const limit = new AdaptiveLimit(200);
    const waiting = fill(limit).slice(0, 150);
    judge(limit, slow, 20);
    expect(limit.limit).toBe(64);
    for (const ticket of waiting) limit.leave(ticket);
    expect(fill(limit)).toHaveLength(64);
    judge(limit, slow, 20);
    expect(fill(limit)).toHaveLength(64);
    judge(limit, slow, 20);
    expect(fill(limit)).toHaveLength(22);
    expect(limit.inside).toBe(200);
  });

  it('counts a request that leaves late once', () => {
    const limit = new AdaptiveLimit(100);
    const tickets = fill(limit);
    judge(limit, quick, 11);
    for (const ticket of tickets) limit.leave(ticket);
    expect([limit.inside, fill(limit).length]).toEqual([0, 100]);
  });
});
