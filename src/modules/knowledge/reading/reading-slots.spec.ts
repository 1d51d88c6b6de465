import { describe, expect, it } from '@jest/globals';
import { InfrastructureFault } from '#kernel/errors.js';
import { ReadingSlots } from './reading-slots.js';

describe('slots for reading', () => {
  it('are granted to two at once; four wait, and the others are rejected', async () => {
    const slots = new ReadingSlots();
    const first = await slots.take();
    const second = await slots.take();
    const order: number[] = [];
    const waiting = [1, 2, 3, 4].map(async (place) => {
      const release = await slots.take();
      order.push(place);
      return release;
    });
    expect(await slots.take()).toBeUndefined();
    first?.();
    first?.();
    (await waiting[0])?.();
    expect(order.slice(0, 2)).toEqual([1]);
    (await waiting[1])?.();
    second?.();
    for (const each of waiting.slice(2)) (await each)?.();
    expect(order).toEqual([1, 2, 3, 4]);
    expect(await slots.take()).toBeDefined();
  });

  it('are granted to a run before the documents that wait longer', async () => {
    const slots = new ReadingSlots();
    const taken = [await slots.take(), await slots.take()];
    const order: string[] = [];
    const waiting = Array.from({ length: 4 }, async () => {
      const release = await slots.take();
      order.push('document');
      release?.();
    });
    const run = slots.takeForRun(new AbortController().signal).then((release) => {
      order.push('run');
      release();
    });
    for (const release of taken) release?.();
    await Promise.all([...waiting, run]);
    expect(order).toEqual(['run', 'document', 'document', 'document', 'document']);
  });

  it('are not granted to a run that has ended', async () => {
    const slots = new ReadingSlots();
    const taken = [await slots.take(), await slots.take()];
    const cancelled = new AbortController();
    const run = slots.takeForRun(cancelled.signal);
    cancelled.abort(new Error('cancelled'));
    await expect(run).rejects.toThrow('cancelled');
    await expect(slots.takeForRun(cancelled.signal)).rejects.toThrow('cancelled');
    for (const release of taken) release?.();
    expect([await slots.take(), await slots.take()]).toEqual([expect.any(Function), expect.any(Function)]);
  });

  it('are refused to runs when 64 of them wait', async () => {
    const slots = new ReadingSlots();
    const { signal } = new AbortController();
    for (let index = 0; index < 2 + 64; index += 1) void slots.takeForRun(signal);
    await expect(slots.takeForRun(signal)).rejects.toBeInstanceOf(InfrastructureFault);
  });
});
