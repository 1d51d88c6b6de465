import type { JsonObject } from '#kernel/json.js';
import type { Firing } from '../schedules/due-turn.js';
import { dueAt } from '../schedules/occurrences.js';
import type { Schedule } from '../schedules/schedule.js';

interface Fired extends Firing {
  /** By the clock of the database. */
  readonly firedAt: Date;
  /** Which run of the schedule it is, from 1. */
  readonly occurrence: number;
}

/** What a run of a schedule receives. */
export function firingInput(schedule: Schedule, triggerId: string, { scheduledFor, firedAt, occurrence, missed }: Fired): JsonObject {
  const late = firedAt.getTime() - dueAt(schedule, triggerId, scheduledFor).getTime();
  return {
    scheduledFor: scheduledFor.toISOString(),
    firedAt: firedAt.toISOString(),
    timezone: schedule.timezone,
    occurrence,
    missed,
    late: Math.max(0, late),
  };
}
