import { beforeEach, describe, expect, it } from '@jest/globals';
import { BucketStore, type Bucket, type Loan, type LoanRequest } from './bucket-store.js';
import { MemoryBuckets } from './memory-buckets.js';
import type { Standing } from './purse.js';
import { RateLimiter } from './rate-limiter.js';

let nowMs: number;
let store: CountingStore;
let reports: boolean[];

/** A store that can fail, and that counts how often it is asked. */
class CountingStore extends BucketStore {
  readonly #buckets = new MemoryBuckets(() => nowMs);
  calls = 0;
  fails = false;
  hangs = false;
  others = 0;

  async lend(bucket: Bucket, request: LoanRequest): Promise<Loan> {
    return this.#asked(() => this.#buckets.lend(bucket, request));
  }

  async look(bucket: Bucket): Promise<Loan> {
    return this.#asked(() => this.#buckets.look(bucket));
  }

  async processes(): Promise<number> {
    return 1 + this.others;
  }

  async #asked(answer: () => Promise<Loan>): Promise<Loan> {
    this.calls += 1;
    if (this.fails) throw new Error('The store is gone');
    if (this.hangs) return new Promise(() => undefined);
    return answer();
  }
}

beforeEach(() => {
  nowMs = 1_000_000;
  store = new CountingStore();
  reports = [];
});

function limiter(): RateLimiter {
  const clock = (): number => nowMs;
  return new RateLimiter({ store, now: clock, tick: clock, onDegraded: (isDegraded) => reports.push(isDegraded) });
}

async function takeMany(from: RateLimiter, bucket: Bucket, times: number): Promise<Standing[]> {
  const standings: Standing[] = [];
  for (let time = 0; time < times; time += 1) standings.push(await from.take(bucket));
  return standings;
}

function allowed(standings: readonly Standing[]): number {
  return standings.filter(({ isAllowed }) => isAllowed).length;
}

const free = { key: 'free', ratePerMinute: 50 };

describe('the rate limiter', () => {
  it('admits a full bucket and not one more', async () => {
    const gate = limiter();
    expect(allowed(await takeMany(gate, free, 150))).toBe(100);
  });

  it('counts down what remains, and says when the next tokens come', async () => {
    const gate = limiter();
    const standings = await takeMany(gate, free, 101);
    expect(standings.slice(0, 3).map(({ remaining }) => remaining)).toEqual([99, 98, 97]);
    expect(standings[100]).toEqual({ isAllowed: false, limit: 100, remaining: 0, resetAtMs: 1_060_000, resetInMs: 60_000 });
  });

  it('admits one more rate after each whole minute', async () => {
    const gate = limiter();
    await takeMany(gate, free, 120);
    nowMs += 59_999;
    expect(allowed(await takeMany(gate, free, 5))).toBe(0);
    nowMs += 1;
    expect(allowed(await takeMany(gate, free, 80))).toBe(50);
  });

  it('admits exactly one of 500 at once when one token is left (AC-79)', async () => {
    const gate = limiter();
    await takeMany(gate, free, 99);
    const standings = await Promise.all(Array.from({ length: 500 }, async () => gate.take(free)));
    expect(allowed(standings)).toBe(1);
    expect(new Set(standings.map(({ resetAtMs }) => resetAtMs)).size).toBe(1);
  });

  it('admits one bucket in total, however many processes take from it', async () => {
    const gates = [limiter(), limiter()];
    let all = 0;
    for (let time = 0; time < 150; time += 1) {
      for (const gate of gates) all += allowed([await gate.take(free)]);
    }
    expect(all).toBe(100);
  });

  it('seldom asks the store', async () => {
    const gate = limiter();
    await gate.tidy();
    await takeMany(gate, { key: 'own', ratePerMinute: 60_000 }, 10_000);
    expect(store.calls).toBeLessThan(5);
  });

  it('gives unused tokens back within a second when other processes may need them', async () => {
    store.others = 1;
    const [gate, other] = [limiter(), limiter()];
    await gate.take(free);
    nowMs += 1000;
    await gate.tidy();
    expect(allowed(await takeMany(other, free, 150))).toBe(99);
  });

  it('keeps its tokens when there is no other process', async () => {
    const gate = limiter();
    await gate.take(free);
    await gate.tidy();
    nowMs += 1000;
    await gate.tidy();
    expect((await store.look(free)).left).toBeLessThan(99);
  });

  it('gives all tokens back when it closes', async () => {
    const gate = limiter();
    await takeMany(gate, free, 3);
    await gate.close();
    expect((await store.look(free)).left).toBe(97);
  });

  it('takes a token back that was not used, and gives it to the next one', async () => {
    const gate = limiter();
    await takeMany(gate, free, 100);
    expect((await gate.take(free)).isAllowed).toBe(false);
    expect(gate.giveBack(free)).toMatchObject({ remaining: 1 });
    expect(allowed(await takeMany(gate, free, 3))).toBe(1);
  });

  it('takes no token back after the minute in which it was taken', async () => {
    const gate = limiter();
    await takeMany(gate, free, 100);
    nowMs += 60_000;
    expect(gate.giveBack(free)).toBeUndefined();
    expect(allowed(await takeMany(gate, free, 100))).toBe(50);
  });

  it('takes no token when it only looks', async () => {
    const gate = limiter();
    for (let time = 0; time < 5; time += 1) expect((await gate.look(free)).remaining).toBe(100);
    await gate.take(free);
    expect((await gate.look(free)).remaining).toBe(99);
  });

  it('creates no tokens from a loan made before a refill', async () => {
    store.others = 1;
    const gate = limiter();
    await takeMany(gate, free, 10);
    nowMs += 60_000;
    expect(allowed(await takeMany(gate, free, 150))).toBe(100);
  });

  it('applies a changed rate at once and keeps used tokens used', async () => {
    const gate = limiter();
    await takeMany(gate, free, 100);
    expect(allowed(await takeMany(gate, { ...free, ratePerMinute: 150 }, 300))).toBe(200);
  });
});

describe('the rate limiter without its store', () => {
  it('continues with its part of the rate, neither the whole rate nor zero (AC-80)', async () => {
    store.others = 3;
    const gate = limiter();
    await gate.take(free);
    await gate.tidy();
    store.fails = true;
    nowMs += 61_000;
    expect(allowed(await takeMany(gate, free, 100))).toBe(12);
    expect(gate.isDegraded).toBe(true);
    expect(reports).toEqual([true]);
  });

  it('asks the store once a second whether it works again, and then uses it', async () => {
    const gate = limiter();
    store.fails = true;
    await takeMany(gate, free, 50);
    expect(store.calls).toBe(1);
    store.fails = false;
    nowMs += 1000;
    expect(allowed(await takeMany(gate, free, 150))).toBe(100);
    expect(reports).toEqual([true, false]);
  });

  it('grants no new part of the rate each time that the store fails again', async () => {
    store.others = 1;
    const gate = limiter();
    await gate.take(free);
    await gate.tidy();
    let alone = 0;
    for (let time = 0; time < 10; time += 1) {
      store.fails = true;
      await gate.close();
      alone += allowed(await takeMany(gate, free, 40));
      store.fails = false;
      nowMs += 1000;
      await gate.take(free);
      await gate.tidy();
    }
    expect(alone).toBe(25);
  });

  it('begins with a new part of the rate when the last failure is long past', async () => {
    store.fails = true;
    const gate = limiter();
    expect(allowed(await takeMany(gate, free, 50))).toBe(25);
    nowMs += 130_000;
    await gate.tidy();
    expect(allowed(await takeMany(gate, free, 50))).toBe(25);
  });

  it('notices without a request that the store works again', async () => {
    const gate = limiter();
    store.fails = true;
    await gate.take(free);
    nowMs += 1000;
    await gate.tidy();
    expect([gate.isDegraded, reports]).toEqual([true, [true]]);
    store.fails = false;
    nowMs += 1000;
    await gate.tidy();
    expect([gate.isDegraded, reports]).toEqual([false, [true, false]]);
  });

  it('reports a full bucket to a caller that only looks', async () => {
    store.fails = true;
    expect(await limiter().look(free)).toMatchObject({ limit: 100, remaining: 100, resetAtMs: nowMs + 60_000 });
  });

  it('does not wait for a store that does not answer', async () => {
    store.hangs = true;
    const gate = limiter();
    const [taken, looked] = await Promise.all([gate.take(free), gate.look(free)]);
    expect([taken.isAllowed, looked.remaining]).toEqual([true, 100]);
    expect(reports).toEqual([true]);
  });
});
