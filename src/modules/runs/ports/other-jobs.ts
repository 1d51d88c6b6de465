import type { JsonObject } from '#kernel/json.js';

/** A job that is not the run of a workflow, such as the replay of many deliveries. */
export interface OtherJob {
  readonly workspaceId: string;
  readonly status: 'processing' | 'completed' | 'cancelled';
  readonly startedAt: string;
  /** Null until it ends. */
  readonly completedAt: string | null;
  /** How far it is: counts by name. */
  readonly progress: JsonObject;
}

/** The jobs that `GET /api/jobs/{jobId}` shows beside those of runs. The module of triggers implements it. Checks no permissions. */
export abstract class OtherJobs {
  abstract find(jobId: string): Promise<OtherJob | undefined>;
}
