import type { Json } from '#kernel/json.js';
import type { JobView } from '../jobs/get-job.query.js';

/** Specification 2.5. */
export interface JobResponse {
  readonly success: true;
  /** The job. */
  readonly taskId: string;
  /** Status of the job. */
  readonly status: JobView['status'];
  /** When the run started and ended. */
  readonly metadata: {
    /** When the job started; null before. */
    readonly startedAt: string | null;
    /** When the job ended; null before. */
    readonly completedAt: string | null;
    /** Duration of the job, in ms; null until it ends. */
    readonly duration: number | null;
    /** When the run asked the questions that it waits for; absent unless it waits for a person. */
    readonly pausedAt?: string;
    /** Address of the page on which people answer; absent unless the run waits for a person. */
    readonly answerUrl?: string;
    /** Present for the replay of many deliveries: how many match. */
    readonly found?: number;
    /** Present for the replay of many deliveries: how many were repeated so far. */
    readonly replayed?: number;
    /** Present for the replay of many deliveries: how many cannot be repeated. */
    readonly refused?: number;
  };
  /** The output of the run; present when it has completed. */
  readonly output?: Json;
  /** The error; present when the run failed. */
  readonly error?: string;
  /** Typical duration of runs of this workflow, in ms; present until the job ends. */
  readonly estimatedDuration?: number;
}

export function jobResponse({
  id,
  status,
  startedAt,
  completedAt,
  output,
  error,
  estimatedDurationMs,
  asked,
  progress,
}: JobView): JobResponse {
  const duration = startedAt === null || completedAt === null ? null : Date.parse(completedAt) - Date.parse(startedAt);
  return {
    success: true,
    taskId: id,
    status,
    metadata: { startedAt, completedAt, duration, ...asked, ...progress },
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(estimatedDurationMs === undefined ? {} : { estimatedDuration: estimatedDurationMs }),
  };
}
