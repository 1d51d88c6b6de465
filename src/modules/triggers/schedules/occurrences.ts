import { createHash } from 'node:crypto';
import { cronOf } from './cron-times.js';
import { localDate, nextMidnight, startOfDay } from './local-time.js';
import type { Schedule, Times } from './schedule.js';

const minuteMs = 60_000;

/** The first occurrence after an instant; undefined if there is none. `maxRuns` is the business of the caller, who counts. */
export function nextOccurrence(schedule: Schedule, after: Date): Date | undefined {
  const { startsAt, endsAt, timezone, excludedDates } = schedule;
  const excluded = new Set(excludedDates);
  // An occurrence at the very start counts.
  const first = startsAt === undefined ? 0 : Date.parse(startsAt) - 1;
  let from = new Date(Math.max(after.getTime(), first));
  for (;;) {
    const found = nextTime(schedule, from);
    if (found === undefined || (endsAt !== undefined && found.getTime() >= Date.parse(endsAt))) return undefined;
    if (excluded.size === 0 || !excluded.has(localDate(found, timezone))) return found;
    from = new Date(nextMidnight(found, timezone).getTime() - 1);
  }
}

/** The last occurrence before an instant; undefined if there is none. */
export function previousOccurrence(schedule: Schedule, before: Date): Date | undefined {
  const { startsAt, endsAt, timezone, excludedDates } = schedule;
  const excluded = new Set(excludedDates);
  let to = endsAt === undefined ? before : new Date(Math.min(before.getTime(), Date.parse(endsAt)));
  for (;;) {
    const found = previousTime(schedule, to);
    if (found === undefined || (startsAt !== undefined && found.getTime() < Date.parse(startsAt))) return undefined;
    if (excluded.size === 0 || !excluded.has(localDate(found, timezone))) return found;
    to = startOfDay(found, timezone);
  }
}

/** The occurrences after an instant, up to and including another, oldest first; at most `max`. */
export function occurrencesUntil(schedule: Schedule, after: Date, until: Date, max: number): readonly Date[] {
  const found: Date[] = [];
  for (let next = nextOccurrence(schedule, after); next !== undefined && next <= until && found.length < max;) {
    found.push(next);
    next = nextOccurrence(schedule, next);
  }
  return found;
}

/**
 * When an occurrence is due: before the next one. The delay depends on the trigger and the schedule alone, so that a retry computes the same.
 */
export function dueAt(schedule: Schedule, triggerId: string, scheduledFor: Date): Date {
  if (schedule.jitterSeconds === 0) return scheduledFor;
  const gapMs = (nextOccurrence(schedule, scheduledFor)?.getTime() ?? Infinity) - scheduledFor.getTime();
  const digest = createHash('sha256').update(`${triggerId} ${scheduledFor.toISOString()}`).digest();
  const delayMs = digest.readUInt32BE(0) % Math.min(schedule.jitterSeconds * 1000 + 1, gapMs);
  return new Date(scheduledFor.getTime() + delayMs);
}

/** The shortest time between two occurrences, in ms, as far as the first hundred tell; undefined if there is one at most. */
export function shortestGapMs(times: Times, after: Date): number | undefined {
  let shortest: number | undefined;
  let before: Date | undefined;
  let next = nextTime(times, after);
  for (let count = 0; next !== undefined && count < 100; count += 1) {
    if (before !== undefined) shortest = Math.min(shortest ?? Infinity, next.getTime() - before.getTime());
    before = next;
    next = nextTime(times, next);
  }
  return shortest;
}

function nextTime(times: Times, after: Date): Date | undefined {
  if ('cron' in times) return cronOf(times.cron, times.timezone).nextRun(after) ?? undefined;
  const stepMs = times.everyMinutes * minuteMs;
  return new Date((Math.floor(after.getTime() / stepMs) + 1) * stepMs);
}

function previousTime(times: Times, before: Date): Date | undefined {
  if ('cron' in times) return cronOf(times.cron, times.timezone).previousRuns(1, before)[0];
  const stepMs = times.everyMinutes * minuteMs;
  return new Date((Math.ceil(before.getTime() / stepMs) - 1) * stepMs);
}
