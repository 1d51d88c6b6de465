import { JobCancelled, JobCompleted, JobFailed } from './job.events.js';
import type { ExecutionState } from '#engine/execution.state.js';

type JobEnd = ReturnType<typeof JobCompleted> | ReturnType<typeof JobFailed> | ReturnType<typeof JobCancelled>;

/** The event that ends the job of a run that has ended. */
export function endOfJob({ status, output, sealed, error, endedAt }: ExecutionState): JobEnd {
  const completedAt = endedAt ?? '';
  if (status === 'completed') return JobCompleted({ output, ...(sealed === undefined ? {} : { sealed }), completedAt });
  return status === 'cancelled' ? JobCancelled({ completedAt }) : JobFailed({ error: error ?? status, completedAt });
}
