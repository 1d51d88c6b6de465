import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore, appendTo } from '#ledger/events/event-store.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { Signals } from '#ledger/signals/signals.js';
import { actorOf, apiKeyMeta } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { JobQueued, jobStream } from '../jobs/job.events.js';
import { jobKinds, workKinds } from '../jobs/work-kinds.js';
import { Admission } from '../ports/admission.js';
import { outlinedRunOf, type ExecutionStart } from '../jobs/execution-start.js';
import { Starts } from './starts.js';
import { claimRefusal, type Claim } from '../store/claims.js';
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
    private readonly admission: Admission,
    private readonly store: EventStore,
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async execute({ request }: QueueExecution): Promise<QueuedExecution> {
    const prepared = await this.starts.prepare(request, 'async');
    if (prepared.kind === 'earlier') {
      const { jobId, executionId } = prepared.run;
      return { jobId: jobId ?? executionId, executionId: request.callerExecutionId ?? executionId, replayed: true };
    }
    try {
      return await this.#queue(request, prepared.start, prepared.claim);
    } catch (error) {
      throw claimRefusal(error);
    } finally {
      prepared.claim.release();
    }
  }

  async #queue(request: StartRequest, start: ExecutionStart, claim: Claim): Promise<QueuedExecution> {
    const now = this.clock.now();
    const [jobId, executionId] = [this.ids.next(), this.ids.next()];
    const { workspaceId, workflowId, accountId, userId } = start;
    const { requestId, source, caller } = request;
    const queued = JobQueued({
      kind: jobKinds.execution,
      workspaceId,
      userId,
      subjectId: workflowId,
      executionId,
      payload: { ...start, ...apiKeyMeta(caller), requestId, source: { ...source } },
      queuedAt: now.toISOString(),
    });
    const waitsForRoom = this.admission.isBounded(caller);
    const meta = { ...actorOf(caller), requestId, correlationId: executionId, ...source };
    const outlinedRun = outlinedRunOf(executionId, start);
    await this.store.append({
      streams: [appendTo(jobStream.at(jobId, workspaceId), { expected: 0, events: [queued], meta, outlinedRun })],
      writes: [
        this.queue.add(
          { id: jobId, kind: workKinds.job, workspaceId, streamId: executionId, run: { accountId, workflowId }, waitsForRoom },
          now,
        ),
        ...claim.writes(executionId, jobId),
      ],
    });
    this.signals.send(workTopic);
    return { jobId, executionId: start.callerExecutionId ?? executionId, replayed: false };
  }
}
