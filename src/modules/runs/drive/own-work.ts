import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import { workItem } from '#ledger/work/work-item.js';
import type { EventMeta } from '#kernel/event.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { endOfJob } from '../jobs/end-of-job.js';
import type { TakenOverRun } from './runs.js';

/** A run under its own work item. */
type Held = Pick<TakenOverRun, 'executionId' | 'lease' | 'lost' | 'draining'>;

/** Runs whose work is their own: synchronous ones that outlived their process, and all that have waited. */
@Injectable()
export class OwnWork {
  constructor(
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
  ) {}

  /** The run as it is to be taken over; the job that began it, if there is one, ends with it. */
  async taken({ executionId, lease, ...signals }: Held, meta: EventMeta): Promise<TakenOverRun> {
    const [events, job] = await Promise.all([this.store.read('run', executionId), this.jobs.find(executionId)]);
    return {
      ...signals,
      executionId,
      lease,
      meta,
      history: events as unknown as ExecutionEvent[],
      finishing: (state) => ({
        streams: job === undefined || job.completedAt !== null ? [] : [job.ending(endOfJob(state), meta)],
        writes: [workItem.remove({ id: lease.itemId })],
      }),
    };
  }
}
