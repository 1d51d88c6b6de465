import { describe, expect, it } from '@jest/globals';
import { OneAtATime } from './one-at-a-time.js';

describe('work that is done one at a time', () => {
  it('begins when the work before it has ended', async () => {
    const order: string[] = [];
    const work = new OneAtATime();
    const first = work.do(async () => {
      order.push('first begins');
      await new Promise((resolve) => setImmediate(resolve));
      order.push('first ends');
    });
    const second = work.do(async () => {
      await Promise.resolve();
      order.push('second begins');
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins']);
  });

  it('begins also after work that failed, and has its own result', async () => {
    const work = new OneAtATime();
    const first = work.do(() => Promise.reject(new Error('The first one failed')));
    const second = work.do(() => Promise.resolve('done'));
    await expect(first).rejects.toThrow('The first one failed');
    await expect(second).resolves.toBe('done');
  });
});
