import type { TriggerStatus } from '../../domain/trigger.state.js';
import type { Schedule } from '../../schedules/schedule.js';

/** A schedule with its progress. Times are ISO 8601. */
export interface ScheduleView {
  readonly id: string;
  readonly workflowId: string;
  readonly blockId: string;
  readonly status: TriggerStatus;
  readonly schedule: Schedule;
  /** Null while it is not active, and when it has no further time. */
  readonly nextRunAt: string | null;
  readonly lastQueuedAt: string | null;
  readonly lastRanAt: string | null;
  readonly lastFailedAt: string | null;
  /** How many of its latest runs failed without a success since, up to 100. Cancelled runs are neutral. */
  readonly failedCount: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}
