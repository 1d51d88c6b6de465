import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { Housekeeper } from './housekeeper.js';

const failed = (error: unknown): void => {
  throw error;
};

describe('the housekeeper', () => {
  it('proceeds to the next chore when one takes long, and does not begin that one twice', async () => {
    const housekeeper = new Housekeeper(failed, 1);
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const seen: string[] = [];
    housekeeper.add(async () => (seen.push('long'), await done));
    housekeeper.add(async () => seen.push('short'));
    await housekeeper.tidy();
    await housekeeper.tidy();
    expect(seen).toEqual(['long', 'short', 'short']);
    finish();
    await eventually(async () => {
      await housekeeper.tidy();
      expect(seen.filter((name) => name === 'long')).toHaveLength(2);
    });
  });

  it('aborts chores when it is stopped, and waits until they have ended', async () => {
    const housekeeper = new Housekeeper(failed, 1);
    let hasEnded = false;
    housekeeper.add(async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      hasEnded = true;
      throw signal.reason;
    });
    await housekeeper.tidy();
    await housekeeper.stop();
    expect(hasEnded).toBe(true);
  });

  it('reports a chore that fails, and does the others', async () => {
    const errors: unknown[] = [];
    const housekeeper = new Housekeeper((error) => errors.push(error));
    let isDone = false;
    housekeeper.add(async () => failed(new Error('no')));
    housekeeper.add(async () => (isDone = true));
    await housekeeper.tidy();
    expect([errors, isDone]).toEqual([[new Error('no')], true]);
  });
});
