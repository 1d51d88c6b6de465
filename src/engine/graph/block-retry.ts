import type { Block } from '#document/document.js';
import type { PlannedBlock, RetryPolicy } from './plan.js';

const defaultTries = 3;
const defaultWaitMs = 1_000;
const longestWaitMs = 5_000;

/** Waiting again for a person, or going through a container again, would not repeat a call. */
const neverRepeated: ReadonlySet<string> = new Set(['human_in_the_loop', 'loop', 'parallel', 'note']);

/** The author's retry option within its bounds: 2 to 5 tries, 0 to 5 s between them. Null when the block runs once. */
export function retryPolicy({ type, retry }: Pick<Block, 'type' | 'retry'>): RetryPolicy | null {
  if (retry?.enabled !== true || neverRepeated.has(type)) return null;
  return {
    maxTries: bounded(retry.maxTries, defaultTries, 2, 5),
    waitMs: bounded(retry.waitBetweenTriesMs, defaultWaitMs, 0, longestWaitMs),
  };
}

/**
 * The wait before the next try of a failed block, in ms; null if there is no further try.
 * `tries` includes the failed one. A run that is ending retries nothing.
 */
export function retryDelayMs({ retry }: Pick<PlannedBlock, 'retry'>, tries: number, isEnding: boolean): number | null {
  return retry === null || isEnding || tries >= retry.maxTries ? null : retry.waitMs;
}

function bounded(value: unknown, fallback: number, least: number, most: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return fallback;
  return Math.min(most, Math.max(least, Math.floor(value)));
}
