import { Injectable } from '@nestjs/common';
import { appendTo, type StreamAppend } from '#ledger/events/event-store.js';
import { isLargeJson } from '#host/loop/write-json.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { Sealing } from '../drive/recorded/sealing.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Signals } from '#ledger/signals/signals.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta, RequestSource } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { outlinedRunOf, type ExecutionStart } from '../jobs/execution-start.js';
import { JobQueued, jobStream } from '../jobs/job.events.js';
import { jobKinds, workKinds } from '../jobs/work-kinds.js';
import { Admission } from '../ports/admission.js';

/** A run that a worker is to drive, as part of an append. */
export interface QueuedJob {
  readonly jobId: string;
  readonly executionId: string;
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
}

/** Who asked for the run. */
export interface Asked {
  /** Absent: a new one. */
  readonly executionId?: string;
  readonly payer: Pick<Caller, 'account'>;
  readonly meta: EventMeta;
  readonly source: RequestSource;
}

/** Makes the job of a run: its first event and its work item, which become durable together. */
@Injectable()
export class QueuedJobs {
  constructor(
    private readonly admission: Admission,
    private readonly queue: WorkQueue,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly secrets: WorkspaceSecrets,
    private readonly box: SecretBox,
  ) {}

  async of(
    asked: ExecutionStart,
    { executionId = this.ids.next(), payer, meta: { actorId, keyId, requestId }, source }: Asked,
  ): Promise<QueuedJob> {
    const start = await this.#sealed(asked, executionId);
    const now = this.clock.now();
    const jobId = this.ids.next();
    const { workspaceId, workflowId, accountId, userId } = start;
    const request = { ...(keyId === undefined ? {} : { keyId }), ...(requestId === undefined ? {} : { requestId }) };
    const queued = JobQueued({
      kind: jobKinds.execution,
      workspaceId,
      userId,
      subjectId: workflowId,
      executionId,
      payload: { ...start, ...request, source: { ...source } },
      queuedAt: now.toISOString(),
    });
    const meta = { ...(actorId === undefined ? {} : { actorId }), ...request, correlationId: executionId, ...source };
    const waitsForRoom = this.admission.isBounded(payer);
    const work = { id: jobId, kind: workKinds.job, workspaceId, streamId: executionId, run: { accountId, workflowId }, waitsForRoom };
    return {
      jobId,
      executionId,
      streams: [
        appendTo(jobStream.at(jobId, workspaceId), {
          expected: 0,
          events: [queued],
          meta,
          outlinedRun: outlinedRunOf(executionId, start),
        }),
      ],
      writes: [this.queue.add(work, now)],
    };
  }

  async #sealed(start: ExecutionStart, executionId: string): Promise<ExecutionStart> {
    const { values } = await this.secrets.opened(start.workspaceId);
    const sealing = new Sealing(values, this.box, executionId, start.contents);
    if (values.size > 0 && isLargeJson(start.input)) await sealing.prepare(start.input, null);
    return sealing.sealStart(start);
  }

  /** To be called when the job is durable: a worker that has nothing to do claims it at once. */
  announce(): void {
    this.signals.send(workTopic);
  }
}
