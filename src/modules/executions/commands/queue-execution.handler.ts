import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { WorkQueue } from '#infrastructure/queue/work-queue.js';
import { workTopic } from '#infrastructure/queue/worker-loop.js';
import { Signals } from '#infrastructure/signals/signals.js';
import { Clock } from '#kernel/clock.js';
import { Ids } from '#kernel/ids.js';
import { JobQueued, jobWorkKind } from '#modules/jobs/index.js';
import { Admission } from '../ports/admission.js';
import { executionJobKind } from '../runtime/execution-start.js';
import { claimRefusal, type Claim } from '../store/claims.js';
import type { ExecutionStart } from '../runtime/execution-start.js';
import { Starts } from '../runtime/starts.js';
import { QueueExecution, type QueuedExecution } from './queue-execution.command.js';
import type { StartRequest } from './run-execution.command.js';

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
    const { keyId } = caller;
    const queued = JobQueued({
      kind: executionJobKind,
      workspaceId,
      userId,
      subjectId: workflowId,
      executionId,
      payload: { ...start, keyId, requestId, source: { ...source } },
      queuedAt: now.toISOString(),
    });
    const waitsForRoom = this.admission.isBounded(caller);
    const meta = { actorId: userId, keyId, requestId, correlationId: executionId, ...source };
    await this.store.append({
      streams: [{ streamId: jobId, lifetime: 'run', workspaceId, expected: 0, events: [queued], meta }],
      writes: [
        this.queue.add(
          { id: jobId, kind: jobWorkKind, workspaceId, streamId: executionId, run: { accountId, workflowId }, waitsForRoom },
          now,
        ),
        ...claim.writes(executionId, jobId),
      ],
    });
    this.signals.send(workTopic);
    return { jobId, executionId: start.callerExecutionId ?? executionId, replayed: false };
  }
}
