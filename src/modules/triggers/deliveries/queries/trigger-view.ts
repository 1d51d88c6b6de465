import type { Schedule } from '../../schedules/schedule.js';
import { dueAt, nextOccurrence } from '../../schedules/occurrences.js';
import type { PollFailure } from '../../store/cursors/poll-failure.entity.js';
import type { OutcomeCounts } from '../../store/deliveries/delivery-rows.js';
import type { RegisteredTrigger } from '../../store/triggers.js';

/** A trigger as a caller may see it. */
export interface TriggerView {
  readonly trigger: RegisteredTrigger;
  /** Whether the caller may see the address: with it, anyone may send events. */
  readonly showsAddress: boolean;
}

/** A trigger with what its deliveries tell. */
export interface TriggerDetails extends TriggerView {
  readonly lastFiredAt: string | null;
  /** How many of its runs have failed in a row. */
  readonly failedCount: number;
  readonly counts: OutcomeCounts;
  /** Of a trigger that polls, if its last poll failed. */
  readonly pollFailure: PollFailure | undefined;
  /** In ISO 8601, earliest first. */
  readonly nextRuns: readonly string[];
}

/** The next times at which an active schedule fires that has fired so often; none for other triggers. */
export function nextRuns({ id, kind, status, config }: RegisteredTrigger, fired: number, now: Date, most: number): readonly string[] {
  if (kind !== 'schedule' || status !== 'active') return [];
  // The kind has written the configuration.
  const schedule = config as unknown as Schedule;
  const count = Math.min(most, (schedule.maxRuns ?? Infinity) - fired);
  const times: Date[] = [];
  for (let next = nextOccurrence(schedule, now); next !== undefined && times.length < count; next = nextOccurrence(schedule, next)) {
    times.push(dueAt(schedule, id, next));
  }
  return times.map((time) => time.toISOString());
}
