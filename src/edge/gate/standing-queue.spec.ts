import { expect, it } from '@jest/globals';
import { StandingQueue } from './standing-queue.js';

/** What a queue says of windows in which the quickest took so long. */
function said(...windows: readonly (number | undefined)[]): boolean[] {
  const left = [...windows];
  const queue = new StandingQueue(() => left.shift(), { least: 50, most: 250 });
  return windows.map(() => queue.stands());
}

it('stands where even the quickest takes four times what it takes without load', () => {
  expect(said(20, 79, 81)).toEqual([false, false, true]);
});

it('does not stand for a moment that is short in itself', () => {
  expect(said(1, 49, 51)).toEqual([false, false, true]);
});

it('is no longer held to be quick by nature when it takes a quarter of a second', () => {
  expect(said(60, 60, 200, 260)).toEqual([false, false, false, true]);
});

it('does not stand while there is nothing to wait for', () => {
  expect(said(20, undefined, 500, undefined)).toEqual([false, false, true, false]);
});

it('forgets in the course of time how quick it once was', () => {
  expect(said(15, ...Array.from({ length: 1000 }, () => 59), 100).at(-1)).toBe(false);
});
