import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { actorOf } from '#kernel/caller.js';
import { QueuedJobs } from './queued-jobs.js';
import { Starts, type Granted } from './starts.js';
import { RunStore } from '../find/run-store.js';
import type { StartRequest } from './start-request.js';

export interface QueuedExecution {
  readonly jobId: string;
  /** The id under which the caller knows the run: the id that the caller chose, or ours. */
  readonly executionId: string;
  readonly replayed: boolean;
}

/** Accepts a run that a worker drives later. The job is durable when the command returns. */
export class QueueExecution extends Command<QueuedExecution> {
  constructor(readonly request: StartRequest) {
    super();
  }
}

@CommandHandler(QueueExecution)
export class QueueExecutionHandler implements ICommandHandler<QueueExecution> {
  constructor(
    private readonly starts: Starts,
    private readonly jobs: QueuedJobs,
    private readonly runs: RunStore,
    private readonly store: EventStore,
  ) {}

  async execute({ request }: QueueExecution): Promise<QueuedExecution> {
    const prepared = await this.starts.prepare(request, 'async');
    if (prepared.kind === 'earlier') {
      const { jobId, executionId } = prepared.run;
      return { jobId: jobId ?? executionId, executionId: await this.runs.nameFor(executionId), replayed: true };
    }
    try {
      return await this.#queue(request, prepared);
    } catch (error) {
      throw await prepared.refusal(error);
    } finally {
      prepared.claim.release();
    }
  }

  async #queue(
    { requestId, source, caller, callerExecutionId }: StartRequest,
    { executionId, start, claim }: Granted,
  ): Promise<QueuedExecution> {
    const { jobId, streams, writes } = await this.jobs.of(start, {
      executionId,
      payer: caller,
      meta: { ...actorOf(caller), requestId },
      source,
    });
    await this.store.append({ streams, writes: [...writes, ...claim.writes(executionId, jobId)] });
    this.jobs.announce();
    return { jobId, executionId: callerExecutionId ?? executionId, replayed: false };
  }
}
