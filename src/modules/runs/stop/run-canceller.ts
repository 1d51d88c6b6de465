import { Injectable } from '@nestjs/common';
import { EventStore, LeaseLost, StreamConflict, type Lease } from '#ledger/events/event-store.js';
import { Leases } from '#ledger/work/leases.js';
import { timer } from '#ledger/work/timer.js';
import { workItem } from '#ledger/work/work-item.js';
import { WorkQueue } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import { ExecutionJobs, type ExecutionJob } from '../jobs/execution-jobs.js';
import { CancellationRequested } from '#engine/cancellation.events.js';
import { ExecutionCancelled, type ExecutionEvent } from '#engine/execution.events.js';
import { foldExecution, isOver, workedMs, type ExecutionState } from '#engine/execution.state.js';
import { RunTails } from '../watch/run-tails.js';
import { LiveRuns } from '../drive/live-runs.js';
import type { FoundRun } from '../find/run-finder.js';
import { Runs } from '../drive/runs.js';

/** How a run stands after somebody wanted it to end. */
export interface Cancellation {
  /** *queued*, *running*, *paused*: it could not be ended. */
  readonly status: 'queued' | ExecutionState['status'];
  /** Somebody had cancelled it before. */
  readonly wasCancelled: boolean;
  /** It never began. */
  readonly wasQueued: boolean;
  /** It was waiting for the end of a pause. */
  readonly wasPaused: boolean;
  /** It was driven by this process. */
  readonly wasHere: boolean;
}

type RunToEnd = Pick<FoundRun, 'executionId' | 'workspaceId' | 'workflowId'>;

interface Standing {
  readonly state: ExecutionState | undefined;
  readonly history: readonly ExecutionEvent[];
  readonly job: ExecutionJob | undefined;
}

/** How long whoever drives a run has to end it. */
const patienceMs = 1000;
const tries = 3;

/**
 * Ends runs from outside. Whoever drives the run is asked first, since it can stop the work of its blocks and tell what they came
 * to. Who does not answer in time is fenced off: the work item is taken from it, and the end is written in its place.
 */
@Injectable()
export class RunCanceller {
  constructor(
    private readonly store: EventStore,
    private readonly runs: Runs,
    private readonly jobs: ExecutionJobs,
    private readonly queue: WorkQueue,
    private readonly leases: Leases,
    private readonly live: LiveRuns,
    private readonly tails: RunTails,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async cancel(run: RunToEnd, meta: EventMeta): Promise<Cancellation> {
    const { executionId } = run;
    const before = await this.#standing(executionId);
    const first = statusOf(before);
    const was = {
      wasCancelled: first === 'cancelled',
      wasQueued: before.state === undefined,
      wasPaused: first === 'paused',
      wasHere: false,
    };
    if (isEnd(first)) return { ...was, status: first };
    await this.#note(run, meta);
    const wasHere = this.live.cancel(executionId);
    if (wasHere || first === 'running') await this.#ended(executionId, before.history.length);
    let after = await this.#standing(executionId);
    for (let attempt = 1; !isEnd(statusOf(after)) && attempt <= tries; attempt += 1) {
      await this.#end(executionId, after, meta);
      after = await this.#standing(executionId);
      // Whoever goes on with it although it is over has not noticed yet.
      this.live.cancel(executionId);
    }
    return { ...was, status: statusOf(after), wasQueued: after.state === undefined, wasHere };
  }

  /** Who it was: whoever ends the run, here or elsewhere, knows only that somebody wants it. */
  async #note({ executionId, workspaceId, workflowId }: RunToEnd, meta: EventMeta): Promise<void> {
    const events = [CancellationRequested({ executionId, workflowId })];
    await this.store.append({ streams: [{ streamId: this.ids.next(), lifetime: 'run', workspaceId, expected: 0, events, meta }] });
  }

  async #standing(executionId: string): Promise<Standing> {
    // In this order: a job ends together with its run.
    const job = await this.jobs.find(executionId);
    const history = (await this.store.read('run', executionId)) as unknown as ExecutionEvent[];
    return { state: foldExecution(history), history, job };
  }

  /** Waits until the run has ended, but not for ever. */
  async #ended(executionId: string, after: number): Promise<void> {
    const giveUp = AbortSignal.timeout(patienceMs);
    for (let position = after; !giveUp.aborted;) {
      await this.tails.grown(executionId, position, giveUp);
      const events = await this.store.read('run', executionId, position);
      if (events.some(({ type }) => endings.has(type))) return;
      position += events.length;
    }
  }

  /** Fences off whoever drives the run, and writes down that it is cancelled. */
  async #end(executionId: string, { state, job }: Standing, meta: EventMeta): Promise<void> {
    // A run that has waited is no longer driven by the work of its job.
    const lease = (job === undefined ? undefined : await this.#take(job.jobId)) ?? (await this.#take(executionId));
    // Only a run that waits has no work: whoever resumes it and this append meet at its position.
    if (lease === undefined && state?.status !== 'paused') return;
    try {
      await this.#write(executionId, lease, meta);
    } catch (error) {
      // Somebody else was faster: look again.
      if (!(error instanceof LeaseLost || error instanceof StreamConflict)) throw error;
    }
  }

  async #take(itemId: string): Promise<Lease | undefined> {
    const fence = await this.queue.take(this.leases.owner, itemId);
    return fence === undefined ? undefined : { itemId, fence };
  }

  async #write(executionId: string, lease: Lease | undefined, meta: EventMeta): Promise<void> {
    const { state, history, job } = await this.#standing(executionId);
    const now = this.clock.now();
    const endedAt = now.toISOString();
    const streams = job === undefined || job.completedAt !== null ? [] : [job.cancelling(endedAt, meta)];
    const writes = [lease === undefined ? timer.remove({ id: executionId }) : workItem.remove({ id: lease.itemId })];
    const held = lease === undefined ? {} : { lease };
    if (state === undefined || isOver(state)) return this.store.append({ streams, writes, ...held });
    const event = ExecutionCancelled({ endedAt, durationMs: workedMs(state, now) });
    await this.runs.end({ executionId, history, meta, ...held, finishing: () => ({ streams, writes }) }, event);
    if (lease === undefined) await this.#forget(executionId);
  }

  /** Somebody may have begun to resume the run before its end was written: the work would be there until its lease runs out. */
  async #forget(executionId: string): Promise<void> {
    const lease = await this.#take(executionId);
    if (lease !== undefined) await this.store.append({ streams: [], writes: [workItem.remove({ id: executionId })], lease });
  }
}

const endings: ReadonlySet<string> = new Set<ExecutionEvent['type']>(['execution.completed', 'execution.failed', 'execution.cancelled']);

function isEnd(status: Cancellation['status']): boolean {
  return status !== 'queued' && isOver({ status });
}

/** A run that never began stands as its job does. */
function statusOf({ state, job }: Standing): Cancellation['status'] {
  if (state !== undefined) return state.status;
  return job === undefined || job.status === 'processing' ? 'running' : job.status;
}
