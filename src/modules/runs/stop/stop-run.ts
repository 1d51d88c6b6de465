import { Injectable } from '@nestjs/common';
import { EventStore, LeaseLost, StreamConflict, appendTo, type Lease } from '#ledger/events/event-store.js';
import { Leases } from '#ledger/work/leases.js';
import { timer } from '#ledger/work/timer.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { ExecutionJobs, type ExecutionJob } from '../jobs/execution-jobs.js';
import { CancellationRequested, cancellationStream } from '#engine/cancellation.events.js';
import { ExecutionCancelled, executionStream, type DeletionReason, type ExecutionEvent } from '#engine/execution.events.js';
import { foldExecution, isOver, type ExecutionState } from '#engine/execution.state.js';
import { endFacts } from '#engine/trace/run-spending.js';
import { StreamTails } from '../watch/stream-tails.js';
import { ActiveRuns } from '../drive/active-runs.js';
import { RunDriver } from '../drive/run-driver.js';
import { type FoundRun, RunStore } from '../find/run-store.js';

/** The state of a run after a request to cancel it. */
export interface Cancellation {
  /** *queued*, *running*, *paused*: the run could not be ended. */
  readonly status: 'queued' | ExecutionState['status'];
  /** The run was cancelled before this request. */
  readonly wasCancelled: boolean;
  /** The run had not started. */
  readonly wasQueued: boolean;
  /** The run was paused. */
  readonly wasPaused: boolean;
  /** This process drove the run. */
  readonly wasHere: boolean;
}

type RunToEnd = Pick<FoundRun, 'executionId' | 'workspaceId' | 'workflowId'>;

interface Found {
  readonly state: ExecutionState | undefined;
  readonly history: readonly ExecutionEvent[];
  readonly job: ExecutionJob | undefined;
}

interface Cause {
  readonly meta: EventMeta;
  readonly deletion: DeletionReason | undefined;
}

/** How long the process that drives a run has to end it, in ms. */
const patienceMs = 1000;
const tries = 3;

/**
 * Cancels runs. The process that drives the run is asked first, since it can stop the running blocks and record their results. If it
 * does not end the run in time, it is fenced: this process takes the work item and appends the end.
 */
@Injectable()
export class StopRun {
  constructor(
    private readonly store: EventStore,
    private readonly runs: RunStore,
    private readonly driver: RunDriver,
    private readonly jobs: ExecutionJobs,
    private readonly queue: WorkQueue,
    private readonly leases: Leases,
    private readonly active: ActiveRuns,
    private readonly tails: StreamTails,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** `deletion` says what was deleted, of which the process that drives the run hears by other means; absent for a request to cancel this run. */
  async cancel(run: RunToEnd, meta: EventMeta, deletion?: DeletionReason): Promise<Cancellation> {
    const { executionId } = run;
    const before = await this.#read(executionId);
    const first = statusOf(before);
    const was = {
      wasCancelled: first === 'cancelled',
      wasQueued: before.state === undefined,
      wasPaused: first === 'paused',
      wasHere: false,
    };
    if (isEnd(first)) return { ...was, status: first };
    if (deletion === undefined) await this.#recordRequest(run, meta);
    const wasHere = deletion === undefined ? this.active.cancel(executionId) : this.active.cancelHere(executionId, deletion);
    if (wasHere || first === 'running') await this.#untilEnded(executionId, before.history.length);
    let after = await this.#read(executionId);
    for (let attempt = 1; !isEnd(statusOf(after)) && attempt <= tries; attempt += 1) {
      await this.#fenceAndEnd(executionId, after, { meta, deletion });
      after = await this.#read(executionId);
      // A process that still drives the ended run has not noticed yet.
      this.active.cancel(executionId);
    }
    return { ...was, status: statusOf(after), wasQueued: after.state === undefined, wasHere };
  }

  /** Records the caller. The process that ends the run knows only that a request exists. */
  async #recordRequest({ executionId, workspaceId, workflowId }: RunToEnd, meta: EventMeta): Promise<void> {
    const events = [CancellationRequested({ executionId, workflowId })];
    await this.store.append({ streams: [appendTo(cancellationStream.at(this.ids.next(), workspaceId), { expected: 0, events, meta })] });
  }

  async #read(executionId: string): Promise<Found> {
    // In this order: a job ends together with its run.
    const job = await this.jobs.find(executionId);
    const history = await this.runs.history(executionId);
    return { state: foldExecution(history), history, job };
  }

  /** Waits until the run has ended, at most for `patienceMs`. */
  async #untilEnded(executionId: string, after: number): Promise<void> {
    const giveUp = AbortSignal.timeout(patienceMs);
    const stop = this.tails.follow(executionId);
    try {
      for (let position = after; !giveUp.aborted;) {
        const events = await this.store.read(executionStream, executionId, position);
        if (events.some(({ type }) => endings.has(type))) return;
        position += events.length;
        await this.tails.grown(executionId, position, giveUp);
      }
    } finally {
      stop();
    }
  }

  /** Takes the work item of the run, which fences its driver, and appends the end. */
  async #fenceAndEnd(executionId: string, { state, job }: Found, cause: Cause): Promise<void> {
    // The work item of a job drives its run up to the first pause only.
    const lease = (job === undefined ? undefined : await this.#take(job.jobId)) ?? (await this.#take(executionId));
    // Only a paused run has no work item. A resume and this append conflict on the position in the stream.
    if (lease === undefined && state?.status !== 'paused') return;
    try {
      await this.#appendEnd(executionId, lease, cause);
    } catch (error) {
      // Another process was faster: the caller reads the run again.
      if (!(error instanceof LeaseLost || error instanceof StreamConflict)) throw error;
    }
  }

  async #take(itemId: string): Promise<Lease | undefined> {
    const fence = await this.queue.take(this.leases.owner, itemId);
    return fence === undefined ? undefined : { itemId, fence };
  }

  async #appendEnd(executionId: string, lease: Lease | undefined, { meta, deletion }: Cause): Promise<void> {
    const { state, history, job } = await this.#read(executionId);
    const now = this.clock.now();
    const endedAt = now.toISOString();
    const streams = job === undefined || job.completedAt !== null ? [] : [job.cancelling(endedAt, meta, deletion)];
    const writes = [lease === undefined ? timer.remove({ id: executionId }) : workItem.remove({ id: lease.itemId })];
    const held = lease === undefined ? {} : { lease };
    if (state === undefined || isOver(state)) return this.store.append({ streams, writes, ...held });
    const event = ExecutionCancelled({ ...endFacts(history, state, now), ...(deletion === undefined ? {} : { reason: deletion }) });
    await this.driver.end({ executionId, history, meta, ...held, finishing: () => ({ streams, writes }) }, event);
    if (lease === undefined) await this.#removeWork(executionId);
  }

  /** A resume may have added a work item before the end was appended. Without this it would stay until its lease expires. */
  async #removeWork(executionId: string): Promise<void> {
    const lease = await this.#take(executionId);
    if (lease !== undefined) await this.store.append({ streams: [], writes: [workItem.remove({ id: executionId })], lease });
  }
}

const endings: ReadonlySet<string> = new Set<ExecutionEvent['type']>(['execution.completed', 'execution.failed', 'execution.cancelled']);

function isEnd(status: Cancellation['status']): boolean {
  return status !== 'queued' && isOver({ status });
}

/** The status of a run that has not started is that of its job. */
function statusOf({ state, job }: Found): Cancellation['status'] {
  if (state !== undefined) return state.status;
  return job === undefined || job.status === 'processing' ? 'running' : job.status;
}
