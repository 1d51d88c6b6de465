import { dueTurn, overlapDecision, type DueTurn, type Firing } from '../schedules/due-turn.js';
import { dueAt, nextOccurrence } from '../schedules/occurrences.js';
import type { Schedule } from '../schedules/schedule.js';

/** How many occurrences of one schedule are fired in one second when it catches up. */
export const mostInTurn = 100;
const catchUpPauseMs = 1_000;
/** How soon an occurrence that waits for the active run is looked at again. */
export const waitMs = 1_000;

/** The progress of a schedule. */
export interface Standing {
  readonly id: string;
  /** Null: the next occurrence is to be computed. */
  readonly scheduledFor: Date | null;
  readonly lastScheduledFor: Date | null;
  readonly waitingFor: Date | null;
  readonly fired: number;
  /** How many of its runs are active. */
  readonly active: number;
}

export type Place = Pick<Standing, 'scheduledFor' | 'lastScheduledFor' | 'waitingFor'> & { readonly dueAt: Date | null };

/** One thing to do. What is left out becomes known with the first thing that is done after it. */
export interface Step {
  /** *replace*: the active runs are cancelled before. *none*: only what is left out is recorded, if anything. */
  readonly act: 'start' | 'replace' | 'skip' | 'none';
  readonly firing: Firing;
  readonly leftOut: DueTurn['leftOut'];
  /** The cursor when it is done. */
  readonly after: Place;
}

/** What a schedule does at `now`, in order, and its cursor when there is nothing to do. */
export interface TurnSteps {
  readonly steps: readonly Step[];
  readonly rest: Place;
}

/** What a claimed schedule does. It may have been claimed before it is due: then its next occurrence is computed again. */
export function turnSteps(schedule: Schedule, standing: Standing, now: Date): TurnSteps {
  const waiting = waitingStep(schedule, standing);
  const present =
    waiting === undefined
      ? standing
      : { ...standing, ...waiting.after, ...(waiting.act === 'skip' ? {} : { active: 1, fired: standing.fired + 1 }) };
  const due = isDue(schedule, present, now) ? dueSteps(schedule, present, now) : { steps: [], rest: idlePlace(schedule, present, now) };
  if (waiting === undefined) return due;
  const [first] = due.steps;
  // The cursor has not moved yet when the waiting occurrence starts.
  const after = first === undefined ? due.rest : { ...waiting.after, dueAt: now };
  return { steps: [{ ...waiting, after }, ...due.steps], rest: due.rest };
}

/** What becomes of the occurrence that waits; undefined while there is none, or it waits on. */
function waitingStep({ overlapPolicy }: Schedule, { waitingFor, active, scheduledFor, lastScheduledFor }: Standing): Step | undefined {
  if (waitingFor === null) return undefined;
  const decision = overlapDecision(overlapPolicy, active, 0);
  if (decision === 'wait') return undefined;
  const after = { scheduledFor, lastScheduledFor, waitingFor: null, dueAt: null };
  return { act: decision, firing: { scheduledFor: waitingFor, missed: 0 }, leftOut: undefined, after };
}

function isDue(schedule: Schedule, { id, scheduledFor }: Standing, now: Date): boolean {
  return scheduledFor !== null && dueAt(schedule, id, scheduledFor) <= now;
}

function idlePlace(schedule: Schedule, { id, scheduledFor, lastScheduledFor, waitingFor, fired }: Standing, now: Date): Place {
  // A schedule is looked at early because its configuration or the data of time zones has changed, or an occurrence waits.
  const from = new Date(Math.max(now.getTime(), lastScheduledFor?.getTime() ?? 0));
  const isDelayed = scheduledFor !== null && scheduledFor <= now;
  const next = isDelayed ? scheduledFor : fired >= (schedule.maxRuns ?? Infinity) ? undefined : nextOccurrence(schedule, from);
  return placeAt({ schedule, id, now }, { next, lastScheduledFor, waitingFor });
}

interface Turn {
  readonly schedule: Schedule;
  readonly id: string;
  readonly now: Date;
}

interface Next extends Pick<Place, 'lastScheduledFor' | 'waitingFor'> {
  readonly next: Date | undefined;
  readonly notBefore?: Date | undefined;
}

function placeAt({ schedule, id, now }: Turn, { next, lastScheduledFor, waitingFor, notBefore }: Next): Place {
  const due = next === undefined ? Infinity : Math.max(dueAt(schedule, id, next).getTime(), notBefore?.getTime() ?? 0);
  const wait = waitingFor === null ? Infinity : now.getTime() + waitMs;
  const first = Math.min(due, wait);
  return { scheduledFor: next ?? null, lastScheduledFor, waitingFor, dueAt: first === Infinity ? null : new Date(first) };
}

function dueSteps(schedule: Schedule, standing: Standing, now: Date): TurnSteps {
  const { id, fired, scheduledFor, lastScheduledFor } = standing;
  const place: Turn = { schedule, id, now };
  if (scheduledFor === null) return { steps: [], rest: idlePlace(schedule, standing, now) };
  // An occurrence that was delayed on purpose is not late.
  const delayMs = dueAt(schedule, id, scheduledFor).getTime() - scheduledFor.getTime();
  const asOf = new Date(now.getTime() - delayMs);
  const turn = dueTurn(schedule, scheduledFor, asOf, fired);
  const decided = decisions(schedule, standing, turn.fire.slice(0, mostInTurn));
  const later = turn.fire[mostInTurn]?.scheduledFor;
  const counted = fired + decided.filter(({ act }) => act !== 'skip').length;
  // An occurrence that is skipped does not count as a run.
  const next = later ?? turn.next ?? (counted < (schedule.maxRuns ?? Infinity) ? nextOccurrence(schedule, asOf) : undefined);
  const waitingFor = decided.at(-1)?.waitingFor ?? standing.waitingFor;
  const notBefore = later === undefined ? undefined : new Date(now.getTime() + catchUpPauseMs);
  const last = decided.at(-1)?.firing.scheduledFor ?? turn.leftOut?.to ?? lastScheduledFor;
  const rest = placeAt(place, { next, lastScheduledFor: last, waitingFor, notBefore });
  const steps = decided.map(({ waitingFor: waits, ...step }, index): Step => {
    const following = decided[index + 1]?.firing.scheduledFor;
    const between = { next: following, lastScheduledFor: step.firing.scheduledFor, waitingFor: waits };
    return { ...step, leftOut: index === 0 ? turn.leftOut : undefined, after: following === undefined ? rest : placeAt(place, between) };
  });
  if (steps.length > 0 || turn.leftOut === undefined) return { steps, rest };
  return { steps: [{ act: 'none', firing: { scheduledFor: turn.leftOut.to, missed: 0 }, leftOut: turn.leftOut, after: rest }], rest };
}

interface Decided extends Pick<Step, 'act' | 'firing'> {
  readonly waitingFor: Date | null;
}

/** What becomes of each occurrence that is due. */
function decisions({ overlapPolicy }: Schedule, standing: Standing, firings: readonly Firing[]): readonly Decided[] {
  let { active, waitingFor } = standing;
  return firings.map((firing, index) => {
    const decision = overlapDecision(overlapPolicy, active, waitingFor === null ? 0 : 1);
    // Of several that would replace each other at once, the latest one starts.
    const act = decision === 'replace' && index < firings.length - 1 ? 'skip' : decision === 'wait' ? 'none' : decision;
    if (decision === 'wait') waitingFor = firing.scheduledFor;
    if (act === 'start') active += 1;
    return { act, firing, waitingFor };
  });
}
