import { nextOccurrence, previousOccurrence } from '#modules/triggers/schedules/occurrences.js';
import type { Schedule } from '#modules/triggers/schedules/schedule.js';
import type { Random } from '../simulation/random.js';
import { countedMinutes, type ZoneOffsets } from './counted-minutes.js';
import type { RandomCron } from './random-cron.js';

const hourMs = 3_600_000;

/** A schedule without limits. */
export function aSchedule(cron: string, timezone: string, rest: Partial<Schedule> = {}): Schedule {
  return {
    cron,
    timezone,
    excludedDates: [],
    overlapPolicy: 'skip',
    catchUp: 'one',
    catchUpWindow: 86_400,
    jitterSeconds: 0,
    pauseOnFailure: false,
    ...rest,
  };
}

/**
 * Compares the first occurrences after `fromMs`, within `hours`, with those found minute by minute, forwards and backwards. Returns what
 * differs, or undefined; `compared` counts.
 */
export function cronDifference(
  cron: RandomCron,
  offsets: ZoneOffsets,
  { fromMs, hours, most }: { readonly fromMs: number; readonly hours: number; readonly most: number },
): { readonly compared: number; readonly difference: string | undefined } {
  const schedule = aSchedule(cron.expression, offsets.zone);
  const expected = countedMinutes(cron, offsets, fromMs, fromMs + hours * hourMs);
  let at = new Date(fromMs);
  for (const [index, minute] of expected.slice(0, most).entries()) {
    const found = nextOccurrence(schedule, at);
    const back = found === undefined ? undefined : previousOccurrence(schedule, found);
    if (found?.getTime() !== minute || (index > 0 && back?.getTime() !== at.getTime()))
      return { compared: index, difference: textOf(cron, offsets, at, { expected: minute, found, back }) };
    at = found;
  }
  const further = expected.length >= most ? undefined : nextOccurrence(schedule, at);
  const isTooMany = further !== undefined && further.getTime() <= fromMs + hours * hourMs;
  const difference = isTooMany ? textOf(cron, offsets, at, { expected: undefined, found: further, back: undefined }) : undefined;
  return { compared: Math.min(expected.length, most), difference };
}

/** An instant near a change of the clocks, or any instant of the years. */
export function drawnInstant(random: Random, offsets: ZoneOffsets, changes: readonly number[], years: readonly [number, number]): number {
  const [first, last] = [Date.UTC(years[0], 0, 1), Date.UTC(years[1] + 1, 0, 1)];
  if (changes.length === 0 || random.chance(0.3)) return random.between(first, last);
  return (changes[random.between(0, changes.length - 1)] ?? first) - random.between(0, 26 * hourMs);
}

function textOf(
  { expression }: RandomCron,
  { zone }: ZoneOffsets,
  at: Date,
  { expected, found, back }: { readonly expected: number | undefined; readonly found: Date | undefined; readonly back: Date | undefined },
): string {
  const shown = expected === undefined ? 'none' : new Date(expected).toISOString();
  return `${expression} in ${zone} after ${at.toISOString()}: expected ${shown}, found ${found?.toISOString()}, before it ${back?.toISOString()}`;
}
