import { outlined, type ContentOutline } from '#kernel/models/event-contents.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { isJsonObject, type Json, type JsonObject } from '#kernel/json.js';
import { defineStream } from '#kernel/stream.js';
import type { DeletionReason } from '#engine/execution.events.js';

/** An accepted asynchronous start or answer. `payload` is the data with which its work starts; the input of a run is sealed as in `execution.started`. */
export const JobQueued = defineEvent('job.queued')<{
  kind: string;
  workspaceId: string;
  userId: string;
  /** The subject of the work, such as a workflow: jobs of one subject have similar durations. */
  subjectId: string;
  executionId: string;
  payload: Json;
  queuedAt: string;
}>();

export const JobStarted = defineEvent('job.started')<{ owner: number; fence: number; attempt: number; startedAt: string }>();
export const JobCompleted = defineEvent('job.completed')<{
  /** With secrets masked. */
  output: Json;
  /** The output with real values, encrypted; absent if it is the same. */
  sealed?: string;
  completedAt: string;
}>();
export const JobFailed = defineEvent('job.failed')<{ error: string; completedAt: string }>();
export const JobCancelled = defineEvent('job.cancelled')<{
  completedAt: string;
  /** Absent when a caller cancelled the run. */
  reason?: DeletionReason;
}>();

export const jobEvents = [JobQueued, JobStarted, JobCompleted, JobFailed, JobCancelled] as const;
export const jobOutlines: readonly ContentOutline[] = [
  outlined(JobQueued, ({ payload }, notes) =>
    isJsonObject(payload) && payload['input'] !== undefined
      ? { payload: { ...withoutSealed(payload), input: notes.value(payload['input']) } }
      : {},
  ),
  outlined(JobCompleted, ({ output }, notes) => ({ output: notes.value(output) })),
  outlined(JobFailed, ({ error }, notes) => ({ error: notes.text(error) })),
];
export type JobEvent = EventOf<typeof jobEvents>;
export const jobStream = defineStream('job', 'run', jobEvents);

/** The start of a job without a work item: the work of its run does it. */
export function startedByOthers(startedAt: string): ReturnType<typeof JobStarted> {
  return JobStarted({ owner: 0, fence: 0, attempt: 1, startedAt });
}

function withoutSealed({ sealed: _, ...payload }: JsonObject): JsonObject {
  return payload;
}
