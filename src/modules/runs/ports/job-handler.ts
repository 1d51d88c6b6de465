import type { Append } from '#ledger/events/event-store.js';
import type { HeldWork, WorkOutcome } from '#ledger/work/work-handler.js';
import type { Json } from '#kernel/json.js';
import type { JobEvent } from '../jobs/job.events.js';

/** A started job in the hands of this process. */
export interface HeldJob extends HeldWork {
  readonly jobId: string;
  readonly executionId: string;
  readonly userId: string;
  readonly payload: Json;
  /** What an append of this job must carry so that a lost lease refuses it. */
  readonly lease: NonNullable<Append['lease']>;
  /** That it has started is durable. No end may be written before: the stream would have a hole if its start failed. */
  readonly started: Promise<void>;
  /** Puts the end of the job into the append that ends its work. */
  finishing(event: JobEvent): Pick<Append, 'streams' | 'writes'>;
}

/** Does the jobs of one kind. Provided by the module that knows the work; registers itself with `JobRunner`. */
export abstract class JobHandler {
  abstract readonly jobKind: string;
  /** Ends the job with an append that contains `finishing(...)`, or gives it back. */
  abstract run(job: HeldJob): Promise<WorkOutcome>;

  /** Ends a job that lost its process again and again. */
  abstract giveUp(job: HeldJob): Promise<WorkOutcome>;
}
