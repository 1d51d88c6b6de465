import { Query } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { Json } from '#kernel/json.js';
import type { JobStatus } from '../domain/job.decider.js';

export interface JobView {
  readonly id: string;
  readonly status: JobStatus;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** Present when completed. */
  readonly output?: Json;
  /** Present when failed. */
  readonly error?: string;
  /** Of recent work on the same thing, without its pauses, in ms; present while queued or processing if there was any. */
  readonly estimatedDurationMs?: number;
}

export class GetJob extends Query<JobView> {
  constructor(
    readonly caller: Caller,
    readonly jobId: string,
  ) {
    super();
  }
}
