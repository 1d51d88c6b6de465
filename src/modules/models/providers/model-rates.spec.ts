import { beforeEach, describe, expect, it } from '@jest/globals';
import { MemoryBuckets } from '#edge/throttle/memory-buckets.js';
import { RateLimiter } from '#edge/throttle/rate-limiter.js';
import { Timers } from '#kernel/timers.js';
import { ModelRates } from './model-rates.js';

const never = new AbortController().signal;
const workspace = 'w';

describe('the limits of calls of models', () => {
  let nowMs: number;
  let rates: ModelRates;

  beforeEach(() => {
    nowMs = 1_000_000;
    const clock = (): number => nowMs;
    const limiter = new RateLimiter({ store: new MemoryBuckets(clock), now: clock, tick: clock });
    rates = new ModelRates(limiter, new SkippedTime((ms) => (nowMs += ms)));
  });

  it('let calls at the same time wait for the end of another', async () => {
    const limits = { callsAtOnce: 2, tokensPerMinute: null };
    const [end] = await Promise.all([rates.enter(workspace, limits, 1, never), rates.enter(workspace, limits, 1, never)]);
    let isIn = false;
    const third = rates.enter(workspace, limits, 1, never).then(() => (isIn = true));
    await rates.enter('another', limits, 1, never);
    expect(isIn).toBe(false);
    end?.(0);
    await third;
    expect(isIn).toBe(true);
  });

  it.each([60, 6_000, 600_000])('give a workspace %i tokens a minute, after those of two minutes', async (tokensPerMinute) => {
    const limits = { callsAtOnce: null, tokensPerMinute };
    for (let call = 0; call < 4; call += 1) await rates.enter(workspace, limits, tokensPerMinute / 2, never);
    expect(nowMs).toBe(1_000_000);
    await rates.enter(workspace, limits, tokensPerMinute, never);
    expect(nowMs - 1_000_000).toBeGreaterThan(30_000);
    expect(nowMs - 1_000_000).toBeLessThanOrEqual(61_000);
  });

  it('count the tokens of an answer before the next call', async () => {
    const limits = { callsAtOnce: null, tokensPerMinute: 100 };
    const end = await rates.enter(workspace, limits, 1, never);
    end(250);
    await rates.enter(workspace, limits, 1, never);
    expect(nowMs).toBeGreaterThan(1_000_000);
  });

  it('end with the reason of the signal, and free the place', async () => {
    const limits = { callsAtOnce: 1, tokensPerMinute: null };
    const end = await rates.enter(workspace, limits, 1, never);
    const cancel = new AbortController();
    const waiting = rates.enter(workspace, limits, 1, cancel.signal);
    cancel.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    end(0);
    await expect(rates.enter(workspace, limits, 1, never)).resolves.toBeDefined();
  });
});

/** Time passes at once with every wait. */
class SkippedTime extends Timers {
  constructor(private readonly pass: (ms: number) => void) {
    super();
  }

  after(ms: number, action: () => void): () => void {
    this.pass(ms);
    this.soon(action);
    return () => undefined;
  }

  soon(action: () => void): void {
    setImmediate(action);
  }
}
