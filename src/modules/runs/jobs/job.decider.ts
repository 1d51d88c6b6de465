import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, notFound } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { DeletionReason } from '#engine/execution.events.js';
import { JobCancelled, JobCompleted, JobFailed, JobQueued, JobStarted, type JobEvent } from './job.events.js';

export type JobStatus = 'queued' | 'processing' | 'completed' | 'failed' | 'cancelled';

export type JobState = { readonly status: 'none' } | { readonly status: JobStatus; readonly job: JobEventPayload; readonly starts: number };
type JobEventPayload = ReturnType<typeof JobQueued>['payload'];

export type JobCommand =
  | { readonly type: 'queue'; readonly job: JobEventPayload }
  | { readonly type: 'start'; readonly owner: number; readonly fence: number; readonly at: string }
  | { readonly type: 'complete'; readonly output: Json; readonly at: string }
  | { readonly type: 'fail'; readonly error: string; readonly at: string }
  | { readonly type: 'cancel'; readonly at: string; readonly reason?: DeletionReason | undefined };

/** Specification 3.1. A start may repeat: another process starts a job again if its process was lost. */
export const job: Decider<JobState, JobCommand, JobEvent> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'queue') {
      if (state.status !== 'none') throw conflict('CONFLICT', 'The job already exists');
      return [JobQueued(command.job)];
    }
    if (state.status === 'none') throw notFound('Job');
    if (isOver(state.status)) {
      if (command.type === 'cancel' && state.status === 'cancelled') return [];
      throw conflict('CONFLICT', `The job is already ${state.status}`);
    }
    switch (command.type) {
      case 'start':
        return [JobStarted({ owner: command.owner, fence: command.fence, attempt: state.starts + 1, startedAt: command.at })];
      case 'complete':
        return [JobCompleted({ output: command.output, completedAt: command.at })];
      case 'fail':
        return [JobFailed({ error: command.error, completedAt: command.at })];
      case 'cancel':
        return [JobCancelled({ completedAt: command.at, ...(command.reason === undefined ? {} : { reason: command.reason }) })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'job.queued') return { status: 'queued', job: event.payload, starts: 0 };
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'job.started':
        return { ...state, status: 'processing', starts: state.starts + 1 };
      case 'job.completed':
        return { ...state, status: 'completed' };
      case 'job.failed':
        return { ...state, status: 'failed' };
      case 'job.cancelled':
        return { ...state, status: 'cancelled' };
      default:
        return assertNever(event);
    }
  },
};

export function isOver(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
