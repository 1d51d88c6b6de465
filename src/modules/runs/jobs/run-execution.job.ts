import { Injectable } from '@nestjs/common';
import { EventStore } from '#ledger/events/event-store.js';
import type { WorkOutcome } from '#ledger/work/work-handler.js';
import { Clock } from '#kernel/clock.js';
import type { RequestSource } from '#kernel/event.js';
import { WorkspaceSecrets } from '#modules/environment/index.js';
import { JobCancelled, JobFailed } from './job.events.js';
import { JobHandler, type HeldJob } from '../ports/job-handler.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import { executionJobKind, type ExecutionStart } from '../start/execution-start.js';
import { endOfJob } from './end-of-job.js';
import { quarantineMessage, Runs, type TakenOverRun } from '../drive/runs.js';

/** Jobs of earlier releases do not say from where, or by which request, they were asked for. */
type QueuedStart = ExecutionStart & { readonly keyId?: string; readonly requestId?: string; readonly source?: RequestSource };

/** Runs a queued execution; goes on with it when an earlier attempt lost its process. */
@Injectable()
export class RunExecutionJob extends JobHandler {
  readonly jobKind = executionJobKind;

  constructor(
    private readonly runs: Runs,
    private readonly store: EventStore,
    private readonly clock: Clock,
    private readonly secrets: WorkspaceSecrets,
  ) {
    super();
  }

  async run(job: HeldJob): Promise<WorkOutcome> {
    const history = job.item.attempts === 1 ? [] : await this.#history(job);
    if (history.length === 0 && (await this.secrets.isDeleted(job.item.workspaceId))) return this.#forget(job);
    const held = heldRun(job);
    const state =
      history.length === 0 ? await this.runs.begin({ ...held, start: startOf(job) }) : await this.runs.takeOver({ ...held, history });
    return state === undefined ? 'released' : 'finished';
  }

  async giveUp(job: HeldJob): Promise<WorkOutcome> {
    const history = await this.#history(job);
    const attempts = job.item.attempts - 1;
    if (history.length > 0) await this.runs.quarantine({ ...heldRun(job), history }, attempts);
    else {
      const failed = JobFailed({ error: quarantineMessage(attempts), completedAt: this.clock.now().toISOString() });
      await this.store.append({ ...job.finishing(failed), lease: job.lease });
    }
    return 'finished';
  }

  /** The workspace was deleted before the run could begin: it never does, and costs nothing. */
  async #forget(job: HeldJob): Promise<WorkOutcome> {
    await job.started;
    const cancelled = JobCancelled({ reason: 'workspace-deleted', completedAt: this.clock.now().toISOString() });
    await this.store.append({ ...job.finishing(cancelled), lease: job.lease });
    return 'finished';
  }

  async #history({ executionId }: HeldJob): Promise<readonly ExecutionEvent[]> {
    return (await this.store.read('run', executionId)) as unknown as ExecutionEvent[];
  }
}

/** The request that a job was queued with is no part of the start. */
function startOf({ payload }: HeldJob): ExecutionStart {
  const { keyId: _, requestId: __, source: ___, ...start } = payload as unknown as QueuedStart;
  return start;
}

function heldRun(job: HeldJob): Omit<TakenOverRun, 'history'> {
  const { executionId, lease, lost, draining, userId, jobId, started: before } = job;
  const { keyId, requestId, source } = job.payload as unknown as QueuedStart;
  const asked = { ...(keyId === undefined ? {} : { keyId }), ...(requestId === undefined ? {} : { requestId }), ...source };
  const meta = { actorId: userId, causationId: jobId, ...asked };
  return { executionId, meta, lease, lost, draining, before, finishing: (state) => job.finishing(endOfJob(state)) };
}
