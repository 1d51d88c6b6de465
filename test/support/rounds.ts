import { jest } from '@jest/globals';

/**
 * How many rounds the event loop makes during long work, on a clock on which 10 ms pass each time it is read: work that looks at the clock rests
 * each time, however fast the machine is.
 */
export async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let [nowMs, rounds, isOver] = [performance.now(), 0, false];
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 10));
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  try {
    await work();
    return rounds;
  } finally {
    isOver = true;
    clock.mockRestore();
  }
}
