import { describe, expect, it } from '@jest/globals';
import { Timers } from '#kernel/timers.js';
import { StreamConflict } from './event-store.js';
import { isStreamConflict, retryConflicts } from './retry-conflicts.js';

/** Fires at once and remembers the delays. */
class NotingTimers extends Timers {
  readonly delays: number[] = [];

  after(ms: number, action: () => void): () => void {
    this.delays.push(ms);
    queueMicrotask(action);
    return () => undefined;
  }

  soon(action: () => void): void {
    queueMicrotask(action);
  }
}

const signal = new AbortController().signal;

/** Conflicts `times` times, then succeeds. */
function conflicting(times: number): { readonly attempt: () => Promise<number>; readonly count: () => number } {
  let count = 0;
  const attempt = (): Promise<number> => {
    count += 1;
    return count > times ? Promise.resolve(count) : Promise.reject(new StreamConflict());
  };
  return { attempt, count: () => count };
}

describe('retryConflicts', () => {
  it('retries after a conflict and returns the result of the attempt that succeeds', async () => {
    expect(await retryConflicts(conflicting(39).attempt)).toBe(40);
  });

  it('throws the conflict after 40 attempts', async () => {
    const { attempt, count } = conflicting(Infinity);
    await expect(retryConflicts(attempt)).rejects.toThrow(StreamConflict);
    expect(count()).toBe(40);
  });

  it('throws every other error at once', async () => {
    let attempts = 0;
    const broken = (): Promise<never> => {
      attempts += 1;
      return Promise.reject(new Error('broken'));
    };
    await expect(retryConflicts(broken)).rejects.toThrow('broken');
    expect(attempts).toBe(1);
  });

  it('asks its caller which errors are conflicts', async () => {
    const { attempt, count } = conflicting(Infinity);
    const isConflict = (error: unknown): Promise<boolean> => Promise.resolve(isStreamConflict(error) && count() < 7);
    await expect(retryConflicts(attempt, { isConflict })).rejects.toThrow(StreamConflict);
    expect(count()).toBe(7);
  });

  it('waits from the fourth attempt on, for at most 40 ms and differently for each writer', async () => {
    const delaysOf = async (seed: string): Promise<readonly number[]> => {
      const timers = new NotingTimers();
      await retryConflicts(conflicting(10).attempt, { backoff: { timers, signal, seed } });
      return timers.delays;
    };
    const [one, other] = [await delaysOf('0000-00000001'), await delaysOf('0000-0000abcd')];
    expect(one).toHaveLength(7);
    for (const delay of [...one, ...other]) expect(delay >= 1 && delay <= 40).toBe(true);
    expect(one).not.toEqual(other);
  });

  it('stops waiting when its signal is aborted', async () => {
    const aborted = AbortSignal.abort(new Error('stopping'));
    const backoff = { timers: new NotingTimers(), signal: aborted, seed: '00000001' };
    await expect(retryConflicts(conflicting(10).attempt, { backoff })).rejects.toThrow('stopping');
  });
});
