import { nextOccurrence, occurrencesUntil, previousOccurrence } from './occurrences.js';
import type { OverlapPolicy, Schedule } from './schedule.js';

/** An occurrence that is older is missed: no process could fire it in time. */
export const missedAfterMs = 60_000;
/** How many missed occurrences are fired, and counted, at most. */
export const maxMissed = 1_000;

/** An occurrence that is fired now. */
export interface Firing {
  readonly scheduledFor: Date;
  /** How many occurrences before it were not fired since the last firing, up to 1,000. */
  readonly missed: number;
}

/** What a due schedule does: the occurrences that it fires, oldest first, those that it leaves out, and when it is due next. */
export interface DueTurn {
  readonly fire: readonly Firing[];
  /** The occurrences that are never fired, as a range with their number, up to 1,000. */
  readonly leftOut: { readonly from: Date; readonly to: Date; readonly count: number } | undefined;
  /** Undefined if the schedule has no further occurrence. */
  readonly next: Date | undefined;
}

/**
 * What happens at `now` to a schedule whose next occurrence was to be `scheduledFor`, which has passed. `firedBefore` counts its firings
 * so far, for `maxRuns`.
 */
export function dueTurn(schedule: Schedule, scheduledFor: Date, now: Date, firedBefore: number): DueTurn {
  const left = (schedule.maxRuns ?? Infinity) - firedBefore;
  if (left <= 0) return { fire: [], leftOut: undefined, next: undefined };
  const following = nextOccurrence(schedule, scheduledFor);
  const isOnly = following === undefined || following > now;
  const latest = isOnly ? scheduledFor : (previousOccurrence(schedule, new Date(now.getTime() + 1)) ?? scheduledFor);
  const next = isOnly ? following : nextOccurrence(schedule, now);
  const times = chosen(schedule, { from: scheduledFor, to: latest }, now).slice(0, left);
  const leftOut = leftOutOf(schedule, { from: scheduledFor, to: latest }, times[0]);
  const fire = times.map((time, index) => ({ scheduledFor: time, missed: index === 0 ? (leftOut?.count ?? 0) : 0 }));
  return { fire, leftOut, next: times.length >= left ? undefined : next };
}

interface Range {
  /** The first occurrence of the range. */
  readonly from: Date;
  /** The last one. */
  readonly to: Date;
}

/** The occurrences that are fired. Those of the last minute are not missed: the server merely was a little late. */
function chosen(schedule: Schedule, { from, to }: Range, now: Date): readonly Date[] {
  const { catchUp, catchUpWindow } = schedule;
  const inTime = now.getTime() - missedAfterMs;
  const oldest = catchUp === 'skip' ? inTime : Math.min(inTime, now.getTime() - catchUpWindow * 1000);
  if (to.getTime() < oldest) return [];
  if (from.getTime() === to.getTime() || (catchUp === 'one' && from.getTime() < inTime)) return [to];
  return newest(schedule, Math.max(from.getTime(), oldest), to);
}

/** The newest occurrences from an instant up to the last one, oldest first. */
function newest(schedule: Schedule, fromMs: number, last: Date): readonly Date[] {
  const times: Date[] = [];
  for (let at: Date | undefined = last; at !== undefined && at.getTime() >= fromMs && times.length < maxMissed;) {
    times.push(at);
    at = previousOccurrence(schedule, at);
  }
  return times.toReversed();
}

/** The occurrences before the first one that is fired. */
function leftOutOf(schedule: Schedule, { from, to }: Range, firstFired: Date | undefined): DueTurn['leftOut'] {
  if (firstFired?.getTime() === from.getTime()) return undefined;
  const last = firstFired === undefined ? to : (previousOccurrence(schedule, firstFired) ?? from);
  return { from, to: last, count: occurrencesUntil(schedule, new Date(from.getTime() - 1), last, maxMissed).length };
}

/** What happens to an occurrence: `wait` starts after the active run, `replace` cancels it first. */
export type OverlapDecision = 'start' | 'skip' | 'wait' | 'replace';

/** Decides about an occurrence while `active` runs of the schedule are active and `waiting` occurrences wait. A paused run is active. */
export function overlapDecision(policy: OverlapPolicy, active: number, waiting: number): OverlapDecision {
  if (policy === 'allow' || (active === 0 && waiting === 0)) return 'start';
  if (policy === 'cancel') return 'replace';
  return policy === 'queue' && waiting === 0 ? 'wait' : 'skip';
}
