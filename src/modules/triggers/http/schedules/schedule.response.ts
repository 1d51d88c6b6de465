import type { Fired } from '../../firing/commands/fire-trigger.command.js';
import type { ScheduleView } from '../../firing/queries/schedule-view.js';

/** A schedule as clients of other servers know it. */
export interface ScheduleResponse {
  /** Id of the trigger. */
  readonly id: string;
  /** The workflow that it starts. */
  readonly workflowId: string;
  /** Id of its block in the workflow. */
  readonly blockId: string;
  /** Always `schedule`. */
  readonly triggerType: 'schedule';
  /** *completed*: it has no further time. A paused schedule is *disabled* too. */
  readonly status: 'active' | 'disabled' | 'completed';
  /** Null for an interval that cron cannot express. */
  readonly cronExpression: string | null;
  /** IANA name of the zone. */
  readonly timezone: string;
  /** The next time, in ISO 8601. */
  readonly nextRunAt: string | null;
  /** When its latest run was queued, in ISO 8601. */
  readonly lastQueuedAt: string | null;
  /** When its latest run started. */
  readonly lastRanAt: string | null;
  /** When its latest failed run ended. */
  readonly lastFailedAt: string | null;
  /** How many of its latest runs failed without a success since, up to 100. */
  readonly failedCount: number;
  /** When it was first deployed. */
  readonly createdAt: string;
  /** When it was last deployed or changed, or fired. */
  readonly updatedAt: string;
}

/** The schedule of a workflow; null if it has none. */
export interface ScheduleOfWorkflowResponse {
  /** The schedule; null if there is none. */
  readonly schedule: ScheduleResponse | null;
  /** Whether it is paused or disabled. */
  readonly isDisabled: boolean;
  /** Whether its latest runs failed. */
  readonly hasFailures: boolean;
  /** Whether `reactivate` lets it continue. */
  readonly canBeReactivated: boolean;
}

/** The schedules of a workspace, the first thousand. */
export interface SchedulesResponse {
  /** The schedules, oldest first. */
  readonly schedules: readonly ScheduleResponse[];
}

/** A schedule. */
export interface OneScheduleResponse {
  /** The schedule. */
  readonly schedule: ScheduleResponse;
}

/** A schedule that was stopped or continues. */
export interface ChangedScheduleResponse {
  /** A message for people. */
  readonly message: string;
  /** The next time, in ISO 8601; null for a schedule that was stopped, or has no further time. */
  readonly nextRunAt: string | null;
}

/** What firing a trigger by hand has done. */
export interface FiredResponse {
  /** Id of the delivery; null while there is none. */
  readonly deliveryId: string | null;
  /**
   * *refused*: the account may start no runs; `reason` says why. *skipped*: a run is active. *waiting*: the run starts when the active one has
   * ended. *polling*: the trigger asks its source now.
   */
  readonly outcome: Fired['outcome'];
  /** Id of the run; null if there is none. */
  readonly executionId: string | null;
  /** Id of its job, whose result can be polled. */
  readonly jobId: string | null;
  /** Why it may not start, for programs. */
  readonly reason: string | null;
}

/** The times of a range that had no run. */
export interface BackfillResponse {
  /** How many times of the range had no run. */
  readonly occurrences: number;
  /** How many of them have one now. */
  readonly started: number;
}

/** How a route names a schedule. */
export function scheduleResponse({ status, schedule, nextRunAt, ...view }: ScheduleView): ScheduleResponse {
  return {
    ...view,
    triggerType: 'schedule',
    status: status !== 'active' ? 'disabled' : nextRunAt === null ? 'completed' : 'active',
    cronExpression: 'cron' in schedule ? schedule.cron : null,
    timezone: schedule.timezone,
    nextRunAt,
  };
}

/** The schedule of a workflow with what its editor shows. */
export function scheduleOfWorkflow(view: ScheduleView | undefined): ScheduleOfWorkflowResponse {
  const schedule = view === undefined ? null : scheduleResponse(view);
  const isDisabled = schedule?.status === 'disabled';
  return { schedule, isDisabled, hasFailures: (schedule?.failedCount ?? 0) > 0, canBeReactivated: isDisabled };
}
