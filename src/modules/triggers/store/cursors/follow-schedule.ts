import type { Write } from '#ledger/rows/read-model.js';
import { trigger } from '../../domain/trigger.decider.js';
import type { TriggerEvent } from '../../domain/trigger.events.js';
import type { KnownTrigger, TriggerState } from '../../domain/trigger.state.js';
import { pollsOfKind, scheduleOf } from '../../kinds/trigger-kinds.js';
import type { Schedule } from '../../schedules/schedule.js';
import { scheduleCursor } from './schedule-cursor.entity.js';

/** Due before everything else: the process that claims the schedule computes its next occurrence. */
const atOnce = new Date(0).toISOString();

/**
 * What events of a trigger do to its schedule, for the append of the events. `position` is that of the last one. A firing that has not been stored
 * yet will not be: it has read the trigger as it was before.
 */
export function followSchedule(id: string, before: TriggerState, events: readonly TriggerEvent[], position: number): readonly Write[] {
  const after = events.reduce((state, event) => trigger.evolve(state, event), before);
  const former = before.status === 'absent' ? undefined : scheduleOf(before);
  const current = after.status === 'absent' ? undefined : scheduleOf(after);
  if (after.status === 'absent' || (former === undefined && current === undefined)) return [];
  // Claims have positive fences.
  const change = { id, fence: -position, claimedUntil: null };
  if (current === undefined) return [scheduleCursor.patch({ ...change, dueAt: null })];
  if (former === undefined || !haveSameTimes(former, current)) return [fresh(after, change)];
  if (after.status === 'paused' && after.pauseMode === 'hold') return [scheduleCursor.patch({ ...change, dueAt: null })];
  if (after.status !== 'active') return [scheduleCursor.patch({ ...change, dueAt: null, scheduledFor: null, waitingFor: null })];
  const isLookedAt = before.status !== 'active' || JSON.stringify(former) !== JSON.stringify(current);
  return [scheduleCursor.patch({ ...change, ...(isLookedAt ? { dueAt: atOnce } : {}) })];
}

/** A schedule whose first occurrence is still to be computed. */
function fresh(
  { kind, status }: KnownTrigger,
  change: { readonly id: string; readonly fence: number; readonly claimedUntil: null },
): Write {
  return scheduleCursor.put({
    ...change,
    claimedBy: null,
    polls: pollsOfKind(kind),
    dueAt: status === 'active' ? atOnce : null,
    scheduledFor: null,
    lastScheduledFor: null,
    waitingFor: null,
    fired: 0,
    activeJobs: [],
    zones: null,
  });
}

function haveSameTimes(one: Schedule, other: Schedule): boolean {
  return timesOf(one) === timesOf(other);
}

function timesOf(schedule: Schedule): string {
  return JSON.stringify([schedule.timezone, 'cron' in schedule ? schedule.cron : schedule.everyMinutes]);
}
