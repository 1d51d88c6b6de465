import { Injectable } from '@nestjs/common';
import {
  EventStore,
  LeaseLost,
  StreamConflict,
  UniqueConflict,
  appendTo,
  type Append,
  type StreamAppend,
} from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { infrastructureFaultOf } from '#ledger/database/faults/infrastructure-fault-of.js';
import { faultPauseMs, Leases } from '#ledger/work/leases.js';
import { timer } from '#ledger/work/timer.js';
import { WorkQueue, type NewWork } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { Signals } from '#ledger/signals/signals.js';
import { SecretBox } from '#host/secrets/secret-box.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { executionStream, type PauseEnded } from '#engine/execution.events.js';
import { foldExecution, type ExecutionState } from '#engine/execution.state.js';
import { openedState } from '../jobs/sealed-output.js';
import { outlinedRunOf, workOf } from '../jobs/execution-start.js';
import { RunDriver } from '../drive/run-driver.js';
import { RunStore } from '../find/run-store.js';
import { FollowRun } from '../watch/follow-run.js';

/** The ends of pauses of a paused run, and the appends that become durable together with them. */
export interface Resumption {
  readonly executionId: string;
  readonly ended: readonly ReturnType<typeof PauseEnded>[];
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
  readonly meta: EventMeta;
}

export interface ResumedHere {
  readonly position: number;
  readonly run: Promise<ExecutionState | undefined>;
}

/** Resumes paused runs. Once a resume is durable, the run continues even if this process is lost. */
@Injectable()
export class ResumeRun {
  /** Runs that this process resumes. Leases are held by the id of their run, so a second resume would drop the lease of the first. */
  readonly #here = new Set<string>();

  constructor(
    private readonly store: EventStore,
    private readonly workQueue: WorkQueue,
    private readonly leases: Leases,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly driver: RunDriver,
    private readonly runs: RunStore,
    private readonly follow: FollowRun,
    private readonly box: SecretBox,
  ) {}

  /** Puts the run into the queue for any worker. @throws StreamConflict when the run is not paused, or a stream has changed: decide again */
  async queue(resumption: Resumption): Promise<void> {
    const waiting = await this.#waiting(resumption.executionId);
    const now = this.clock.now();
    const write = this.workQueue.add(waiting.work, now, waiting.fence);
    await this.#append(resumption, waiting, { write, fence: waiting.fence, taken: [this.workQueue.giveBack(resumption.executionId)] });
    this.signals.send(workTopic);
  }

  /** Puts the run into the queue although none of its pauses is over. Does nothing when the run is not paused. */
  async wake(executionId: string): Promise<void> {
    try {
      const { work, fence } = await this.#waiting(executionId);
      await this.store.append({ streams: [], writes: [this.workQueue.schedule(work, this.clock.now(), fence)] });
    } catch (error) {
      if (!(error instanceof StreamConflict)) throw error;
    }
  }

  /**
   * Resumes the run in this process. @returns once that is durable: the position of the last event, and the state of the run at its next
   * pause or end, which is undefined when the run was given back because the process is stopping. @throws StreamConflict as above
   */
  async driveHere(resumption: Resumption, draining?: AbortSignal): Promise<ResumedHere> {
    const { executionId } = resumption;
    if (this.#here.has(executionId)) throw new StreamConflict();
    this.#here.add(executionId);
    try {
      return await this.#takeAndDrive(resumption, draining);
    } catch (error) {
      this.#here.delete(executionId);
      throw error;
    }
  }

  async #takeAndDrive(resumption: Resumption, draining?: AbortSignal): Promise<ResumedHere> {
    const { executionId, meta } = resumption;
    const waiting = await this.#waiting(executionId);
    const work = this.workQueue.addHeld(waiting.work, this.leases.owner, this.clock.now(), waiting.fence + 1);
    const { promise: written, resolve } = Promise.withResolvers<void>();
    const lost = this.leases.hold(executionId, written);
    let fence: number;
    try {
      fence = await this.#append(resumption, waiting, { ...work, taken: [] });
    } catch (error) {
      this.leases.drop(lost);
      throw error;
    }
    resolve();
    const held = { executionId, lease: { itemId: executionId, fence }, lost, ...(draining === undefined ? {} : { draining }) };
    const position = waiting.position + resumption.ended.length;
    return {
      position,
      run: this.#restOf(held, meta, position),
    };
  }

  async #restOf(held: Held, meta: EventMeta, position: number): Promise<ExecutionState | undefined> {
    const end = await this.#driveHeld(held, meta);
    const state = end === 'lost' ? await this.follow.nextRest(held.executionId, position) : end;
    return state === undefined ? undefined : openedState(state, this.box, held.executionId);
  }

  /** @returns *lost* when another process has taken the run over or a cancellation has, or a fault of the infrastructure has stopped it here */
  async #driveHeld(held: Held, meta: EventMeta): Promise<ExecutionState | 'lost' | undefined> {
    try {
      const state = await this.driver.takeOver(await this.runs.takenOver(held, meta));
      if (state === undefined) await this.leases.giveBack(held.lost);
      return state;
    } catch (error) {
      if (error instanceof LeaseLost || held.lost.aborted) return 'lost';
      if (infrastructureFaultOf(error) === undefined) throw error;
      await this.leases.giveBack(held.lost, faultPauseMs);
      return 'lost';
    } finally {
      this.leases.drop(held.lost);
      this.#here.delete(held.executionId);
    }
  }

  async #waiting(executionId: string): Promise<Waiting> {
    const history = await this.runs.history(executionId);
    const state = foldExecution(history);
    if (state?.status !== 'paused') throw new StreamConflict();
    // The events do not contain the first lease of a run, whose fence is 1.
    const fence = history.reduce((last, { payload }) => ('fence' in payload ? Math.max(last, payload.fence) : last), 1);
    const outlinedRun = outlinedRunOf(executionId, state.started);
    return { position: history.length, fence, work: workOf(executionId, state.started), outlinedRun };
  }

  /** @returns the fence of the work of the run */
  async #append(resumption: Resumption, waiting: Waiting, work: NewRowOfWork): Promise<number> {
    try {
      await this.store.append(appendOf(resumption, waiting, [work.write]));
      return work.fence;
    } catch (error) {
      if (!(error instanceof UniqueConflict) || error.constraint !== 'work_item_pkey') throw error;
      return await this.#join(resumption, waiting, work.taken);
    }
  }

  /** Another pause is due, and the work item of the run is in the queue already: the answer is appended under that item. */
  async #join({ executionId, ...resumption }: Resumption, waiting: Waiting, writes: readonly Write[]): Promise<number> {
    const { owner } = this.leases;
    const fence = await this.workQueue.takeWaiting(owner, executionId);
    // Its holder is about to continue without this answer, which is queued behind it.
    if (fence === undefined) throw new StreamConflict();
    try {
      const lease = { itemId: executionId, fence };
      await this.store.append({ ...appendOf({ executionId, ...resumption }, waiting, writes), lease });
      return fence;
    } catch (error) {
      await this.workQueue.release(owner, [executionId]);
      throw error instanceof LeaseLost ? new StreamConflict({ cause: error }) : error;
    }
  }
}

function appendOf(resumption: Resumption, { position, work, outlinedRun }: Waiting, writes: readonly Write[]): Append {
  const { executionId, ended, streams, meta } = resumption;
  const { workspaceId } = work;
  const own = appendTo(executionStream.at(executionId, workspaceId), { expected: position, events: ended, meta, outlinedRun });
  return { streams: [own, ...streams], writes: [timer.remove({ id: executionId }), ...resumption.writes, ...writes] };
}

type Held = Parameters<RunStore['takenOver']>[0] & { readonly lost: AbortSignal };

/** A paused run: the length of its stream, the latest fence of its work, and that work. */
interface Waiting {
  readonly position: number;
  readonly fence: number;
  readonly work: NewWork;
  readonly outlinedRun: string | undefined;
}

interface NewRowOfWork {
  readonly write: Write;
  readonly fence: number;
  /** Written instead when the run has a work item already and this process has taken it. */
  readonly taken: readonly Write[];
}
