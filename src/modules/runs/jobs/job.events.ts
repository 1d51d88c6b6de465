import { defineEvent, type EventOf } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';

/** A promise that some work will be done. `payload` is what the handler of this kind needs to begin. */
export const JobQueued = defineEvent('job.queued')<{
  kind: string;
  workspaceId: string;
  userId: string;
  /** What the work is about (a workflow): jobs of one subject take about as long as each other. */
  subjectId: string;
  executionId: string;
  payload: Json;
  queuedAt: string;
}>();

export const JobStarted = defineEvent('job.started')<{ owner: number; fence: number; attempt: number; startedAt: string }>();
export const JobCompleted = defineEvent('job.completed')<{ output: Json; completedAt: string }>();
export const JobFailed = defineEvent('job.failed')<{ error: string; completedAt: string }>();
export const JobCancelled = defineEvent('job.cancelled')<{
  completedAt: string;
  /** Absent when somebody wanted just this job to end. */
  reason?: 'workspace-deleted';
}>();

export const jobEvents = [JobQueued, JobStarted, JobCompleted, JobFailed, JobCancelled] as const;
export type JobEvent = EventOf<typeof jobEvents>;

/** The start of a job that has no work of its own: other work does it along the way. */
export function startedByOthers(startedAt: string): ReturnType<typeof JobStarted> {
  return JobStarted({ owner: 0, fence: 0, attempt: 1, startedAt });
}
