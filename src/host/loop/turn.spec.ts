import { describe, expect, it } from '@jest/globals';
import { SystemTimers } from '#host/system-timers.js';
import { Turn, inTurn } from './turn.js';

/** The rounds of the event loop in which each of these pieces of work was done. */
async function roundsOf(pieces: readonly ((resume: () => void) => void)[]): Promise<readonly number[]> {
  let round = 0;
  let isOver = false;
  const count = (): void => {
    round += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const rounds = await Promise.all(pieces.map((piece) => new Promise<number>((resolve) => piece(() => resolve(round)))));
  isOver = true;
  return rounds;
}

describe('long work', () => {
  it('of several requests and runs takes turns, one in each round of the event loop', async () => {
    const timers = new SystemTimers();
    const rounds = await roundsOf([
      inTurn,
      (resume) => timers.soon(resume),
      (resume) => void Turn.begin().then(resume),
      (resume) => void new Turn().yield().then(resume),
    ]);
    expect(new Set(rounds).size).toBe(4);
    expect(rounds.toSorted((a, b) => a - b)).toEqual(rounds);
  });
});
