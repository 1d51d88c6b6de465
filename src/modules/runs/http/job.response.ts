import type { Json } from '#kernel/json.js';
import type { JobView } from '../jobs/get-job.query.js';

/** Specification 2.5. */
export interface JobResponse {
  readonly success: true;
  /** The job. */
  readonly taskId: string;
  readonly status: JobView['status'];
  /** When it ran. */
  readonly metadata: { readonly startedAt: string | null; readonly completedAt: string | null; readonly duration: number | null };
  /** What the run came to, once it has. */
  readonly output?: Json;
  /** Why the run failed, if it did. */
  readonly error?: string;
  /** How long runs of this workflow take, in ms, while it has not ended. */
  readonly estimatedDuration?: number;
}

export function jobResponse({ id, status, startedAt, completedAt, output, error, estimatedDurationMs }: JobView): JobResponse {
  const duration = startedAt === null || completedAt === null ? null : Date.parse(completedAt) - Date.parse(startedAt);
  return {
    success: true,
    taskId: id,
    status,
    metadata: { startedAt, completedAt, duration },
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(estimatedDurationMs === undefined ? {} : { estimatedDuration: estimatedDurationMs }),
  };
}
