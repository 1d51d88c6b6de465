import { describe, expect, it } from '@jest/globals';
import { AdaptiveLimit } from './adaptive-limit.js';

const quick = 5;
const slow = 500;

/** Lets in as many as it takes. */
function fill(limit: AdaptiveLimit): number[] {
  const tickets: number[] = [];
  for (let ticket = limit.enter(); ticket !== undefined; ticket = limit.enter()) tickets.push(ticket);
  return tickets;
}

function judge(limit: AdaptiveLimit, quickestMs: number | undefined, times = 1): void {
  for (let time = 0; time < times; time += 1) limit.judge(quickestMs);
}

/** One that knows how quick appends are without load. */
function limitOf(most: number): AdaptiveLimit {
  const limit = new AdaptiveLimit(most);
  judge(limit, quick);
  return limit;
}

describe('the limit of requests', () => {
  it('is what was configured while appends are quick, or while there are none', () => {
    const limit = limitOf(300);
    expect(fill(limit)).toHaveLength(300);
    judge(limit, quick, 5);
    judge(limit, undefined, 5);
    expect(limit.limit).toBe(300);
  });

  it('shrinks while even the quickest appends are slow, to no fewer than 64', () => {
    const limit = limitOf(1000);
    fill(limit);
    judge(limit, slow);
    expect(limit.limit).toBe(700);
    judge(limit, slow, 20);
    expect(limit.limit).toBe(64);
  });

  it('begins to shrink from how many there are, not from how many there might be', () => {
    const limit = limitOf(1000);
    for (let request = 0; request < 200; request += 1) limit.enter();
    judge(limit, slow);
    expect(limit.limit).toBe(140);
  });

  it('lets nobody in until enough have left', () => {
    const limit = limitOf(200);
    const tickets = fill(limit);
    judge(limit, slow);
    expect(limit.limit).toBe(140);
    for (const ticket of tickets.slice(0, 60)) limit.leave(ticket);
    expect(limit.enter()).toBeUndefined();
    for (const ticket of tickets.slice(60, 70)) limit.leave(ticket);
    expect(fill(limit)).toHaveLength(10);
  });

  it('is back within ten seconds when appends are quick again', () => {
    const limit = limitOf(1000);
    fill(limit);
    judge(limit, slow, 20);
    judge(limit, quick, 100);
    expect(limit.limit).toBe(1000);
  });

  it('does not hold it against a database that it is always slow', () => {
    const limit = new AdaptiveLimit(300);
    fill(limit);
    judge(limit, 60, 5);
    expect(limit.limit).toBe(300);
    judge(limit, 260);
    expect(limit.limit).toBe(210);
  });

  it('does not count those who wait for something else, but never has more inside than was configured', () => {
    const limit = limitOf(200);
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

  it('counts who left late once', () => {
    const limit = limitOf(100);
    const tickets = fill(limit);
    judge(limit, quick, 11);
    for (const ticket of tickets) limit.leave(ticket);
    expect([limit.inside, fill(limit).length]).toEqual([0, 100]);
  });
});
