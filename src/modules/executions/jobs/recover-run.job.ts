import { Injectable } from '@nestjs/common';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#infrastructure/queue/work-handler.js';
import { workItem } from '#infrastructure/queue/work-item.js';
import { maxAttempts } from '#infrastructure/queue/work-queue.js';
import { ExecutionJobs } from '#modules/jobs/index.js';
import type { ExecutionEvent } from '../domain/execution.events.js';
import type { ExecutionState } from '../domain/execution.state.js';
import { endOfJob } from './end-of-job.js';
import { Runs, runWorkKind, type Finishing } from '../runtime/runs.js';

/** Goes on with a run that waited, or that was synchronous and whose process is gone: what was begun is brought to an end. */
@Injectable()
export class RecoverRun extends WorkHandler {
  readonly kind = runWorkKind;

  constructor(
    private readonly runs: Runs,
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
  ) {
    super();
  }

  async work({ item, lost, draining }: HeldWork): Promise<WorkOutcome> {
    const executionId = item.streamId;
    const history = (await this.store.read('run', executionId)) as unknown as ExecutionEvent[];
    const lease = { itemId: item.id, fence: item.fence };
    const meta = {};
    const job = await this.jobs.find(executionId);
    const finishing = (state: ExecutionState): Finishing => ({
      streams: job === undefined || job.completedAt !== null ? [] : [job.ending(endOfJob(state), meta)],
      writes: [workItem.remove({ id: item.id })],
    });
    const run = { executionId, history, meta, lease, lost, draining, finishing };
    if (item.attempts > maxAttempts) {
      await this.runs.quarantine(run, item.attempts - 1);
      return 'finished';
    }
    const state = await this.runs.takeOver(run);
    return state === undefined ? 'released' : 'finished';
  }
}
