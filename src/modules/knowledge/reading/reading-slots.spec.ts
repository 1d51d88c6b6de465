import { describe, expect, it } from '@jest/globals';
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
});
