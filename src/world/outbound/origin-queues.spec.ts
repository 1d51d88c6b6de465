import { describe, expect, it } from '@jest/globals';
import { FullQueue, OriginQueues } from './origin-queues.js';

const never = new AbortController().signal;
const origin = 'https://models.example';

describe('the queue of an origin', () => {
  it('passes places on in order, and each place once', async () => {
    const queues = new OriginQueues();
    const leave = await queues.enter(origin, 1, never);
    const order: number[] = [];
    const waiting = [1, 2, 3].map((place) =>
      queues.enter(origin, 1, never).then((done) => {
        order.push(place);
        return done;
      }),
    );
    leave();
    leave();
    for (const next of waiting) (await next)();
    expect(order).toEqual([1, 2, 3]);
    await queues.enter(origin, 1, never);
  });

  it('refuses a call beyond a thousand that wait, and of that origin alone', async () => {
    const queues = new OriginQueues();
    await queues.enter(origin, 1, never);
    const end = new AbortController();
    const waiting = Array.from({ length: 1_000 }, () => queues.enter(origin, 1, end.signal));
    await expect(queues.enter(origin, 1, never)).rejects.toThrow(FullQueue);
    (await queues.enter('https://other.example', 1, never))();
    const outcomes = Promise.allSettled(waiting);
    end.abort(new Error('enough'));
    expect((await outcomes).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('is left by a call whose signal is aborted, and forgets its origin with the last call', async () => {
    const queues = new OriginQueues();
    const leave = await queues.enter(origin, 1, never);
    const end = new AbortController();
    const left = queues.enter(origin, 1, end.signal);
    const stays = queues.enter(origin, 1, never);
    end.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    leave();
    (await stays)();
    await expect(queues.enter(origin, 1, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
    expect(queues.takeBestWaitMs()).toBeGreaterThanOrEqual(0);
    expect(queues.takeBestWaitMs()).toBeUndefined();
  });

  it('reports the shortest wait since the last reading, so that one idle provider is no overload', async () => {
    const queues = new OriginQueues();
    expect(queues.takeBestWaitMs()).toBeUndefined();
    const leave = await queues.enter(origin, 1, never);
    expect(queues.takeBestWaitMs()).toBe(0);
    const waiting = queues.enter(origin, 1, never);
    expect(queues.takeBestWaitMs()).toBeGreaterThanOrEqual(0);
    leave();
    await waiting;
    await queues.enter('https://other.example', 1, never);
    expect(queues.takeBestWaitMs()).toBe(0);
  });
});
