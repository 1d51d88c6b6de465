import { expect, it } from '@jest/globals';
import { StandingQueue } from './standing-queue.js';

/** The answers of a queue for windows in which the quickest request took so long. */
function said(...windows: readonly (number | undefined)[]): boolean[] {
  const left = [...windows];
  const queue = new StandingQueue(() => left.shift(), { least: 50, most: 250 });
  return windows.map(() => queue.stands());
}

it('a queue is standing when even the quickest request takes four times as long as without load', () => {
  expect(said(20, 79, 81)).toEqual([false, false, true]);
});

it('a queue is not standing when the quickest request takes little time in absolute terms', () => {
  expect(said(1, 49, 51)).toEqual([false, false, true]);
});

it('a queue is standing when the quickest request takes more than a quarter of a second', () => {
  expect(said(60, 60, 200, 260)).toEqual([false, false, false, true]);
});

it('a queue is not standing while there are no requests', () => {
  expect(said(20, undefined, 500, undefined)).toEqual([false, false, true, false]);
});

it('a queue slowly forgets its shortest time', () => {
  expect(said(15, ...Array.from({ length: 1000 }, () => 59), 100).at(-1)).toBe(false);
});
