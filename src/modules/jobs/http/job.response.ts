import type { Json } from '#kernel/json.js';
import type { JobView } from '../queries/get-job.query.js';

/** Specification 2.5. */
export interface JobResponse {
  readonly success: true;
  readonly taskId: string;
  readonly status: JobView['status'];
  readonly metadata: { readonly startedAt: string | null; readonly completedAt: string | null; readonly duration: number | null };
  readonly output?: Json;
  readonly error?: string;
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
