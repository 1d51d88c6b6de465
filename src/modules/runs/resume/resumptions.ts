import { Injectable } from '@nestjs/common';
import { EventStore, LeaseLost, StreamConflict, UniqueConflict, type Append, type StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import { Leases } from '#ledger/work/leases.js';
import { timer } from '#ledger/work/timer.js';
import { WorkQueue, type NewWork } from '#ledger/work/work-queue.js';
import { workTopic } from '#ledger/work/worker-loop.js';
import { Signals } from '#ledger/signals/signals.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import type { ExecutionEvent, PauseEnded } from '#engine/execution.events.js';
import { foldExecution, type ExecutionState } from '#engine/execution.state.js';
import { workOf } from '../start/execution-start.js';
import { NextRest } from '../drive/next-rest.js';
import { OwnWork } from '../drive/own-work.js';
import { Runs } from '../drive/runs.js';

/** Pauses of a waiting run that are over, and what becomes durable together with that. */
export interface Resumption {
  readonly executionId: string;
  readonly ended: readonly ReturnType<typeof PauseEnded>[];
  readonly streams: readonly StreamAppend[];
  readonly meta: EventMeta;
}

export interface ResumedHere {
  readonly position: number;
  readonly run: Promise<ExecutionState | undefined>;
}

/** Brings runs back that wait. Whatever happens to this process afterwards, they go on. */
@Injectable()
export class Resumptions {
  /** Runs that this process goes on with or is about to. A lease is kept by the id of its run: who comes second would drop that of the first. */
  readonly #here = new Set<string>();

  constructor(
    private readonly store: EventStore,
    private readonly queue: WorkQueue,
    private readonly leases: Leases,
    private readonly signals: Signals,
    private readonly clock: Clock,
    private readonly runs: Runs,
    private readonly own: OwnWork,
    private readonly rests: NextRest,
  ) {}

  /** Some worker goes on with the run. @throws StreamConflict when the run does not wait, or anything has moved on: decide again */
  async elsewhere(resumption: Resumption): Promise<void> {
    const waiting = await this.#waiting(resumption.executionId);
    const now = this.clock.now();
    const write = this.queue.add(waiting.work, now, waiting.fence);
    await this.#append(resumption, waiting, { write, fence: waiting.fence, taken: [this.queue.giveBack(resumption.executionId, now)] });
    this.signals.send(workTopic);
  }

  /** Some worker looks at the run, though none of its pauses is over. It stays as it is when it does not wait. */
  async wake(executionId: string): Promise<void> {
    try {
      const { work, fence } = await this.#waiting(executionId);
      await this.store.append({ streams: [], writes: [this.queue.schedule(work, this.clock.now(), fence)] });
    } catch (error) {
      if (!(error instanceof StreamConflict)) throw error;
    }
  }

  /**
   * This process goes on with the run. @returns once that is durable, with the position of the last event so far, and with how the run
   * then comes to rest; undefined when it was given back because the process is stopping. @throws StreamConflict as above
   */
  async here(resumption: Resumption, draining?: AbortSignal): Promise<ResumedHere> {
    const { executionId } = resumption;
    if (this.#here.has(executionId)) throw new StreamConflict();
    this.#here.add(executionId);
    try {
      return await this.#begin(resumption, draining);
    } catch (error) {
      this.#here.delete(executionId);
      throw error;
    }
  }

  async #begin(resumption: Resumption, draining?: AbortSignal): Promise<ResumedHere> {
    const { executionId, meta } = resumption;
    const waiting = await this.#waiting(executionId);
    const work = this.queue.addHeld(waiting.work, this.leases.owner, this.clock.now(), waiting.fence + 1);
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
    return { position, run: this.#drive(held, meta).then((end) => (end === 'lost' ? this.rests.after(executionId, position) : end)) };
  }

  /** @returns *lost* when the run belongs to somebody else by now: another process, or whoever cancels it */
  async #drive(held: Held, meta: EventMeta): Promise<ExecutionState | 'lost' | undefined> {
    try {
      const state = await this.runs.takeOver(await this.own.taken(held, meta));
      if (state === undefined) await this.queue.release(this.leases.owner, [held.executionId]);
      return state;
    } catch (error) {
      if (error instanceof LeaseLost || held.lost.aborted) return 'lost';
      throw error;
    } finally {
      this.leases.drop(held.lost);
      this.#here.delete(held.executionId);
    }
  }

  async #waiting(executionId: string): Promise<Waiting> {
    const history = (await this.store.read('run', executionId)) as unknown as ExecutionEvent[];
    const state = foldExecution(history);
    if (state?.status !== 'paused') throw new StreamConflict();
    // The first lease of a run is in no event.
    const fence = Math.max(1, ...history.map((event) => ('fence' in event.payload ? event.payload.fence : 0)));
    return { position: history.length, fence, work: workOf(executionId, state.started) };
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

  /** The moment of another pause has come, and the work of the run is in the queue already: the answer goes along with it. */
  async #join({ executionId, ...resumption }: Resumption, waiting: Waiting, writes: readonly Write[]): Promise<number> {
    const { owner } = this.leases;
    const fence = await this.queue.takeWaiting(owner, executionId);
    // Whoever holds it is about to go on without this answer, which then waits for its turn.
    if (fence === undefined) throw new StreamConflict();
    try {
      const lease = { itemId: executionId, fence };
      await this.store.append({ ...appendOf({ executionId, ...resumption }, waiting, writes), lease });
      return fence;
    } catch (error) {
      await this.queue.release(owner, [executionId]);
      throw error instanceof LeaseLost ? new StreamConflict({ cause: error }) : error;
    }
  }
}

function appendOf({ executionId, ended, streams, meta }: Resumption, { position, work }: Waiting, writes: readonly Write[]): Append {
  const { workspaceId } = work;
  const own: StreamAppend = { streamId: executionId, lifetime: 'run', workspaceId, expected: position, events: ended, meta };
  return { streams: [own, ...streams], writes: [timer.remove({ id: executionId }), ...writes] };
}

type Held = Parameters<OwnWork['taken']>[0] & { readonly lost: AbortSignal };

/** A run that waits: how long its stream is, the latest fence of its work, and that work. */
interface Waiting {
  readonly position: number;
  readonly fence: number;
  readonly work: NewWork;
}

interface NewRowOfWork {
  readonly write: Write;
  readonly fence: number;
  /** What is written instead when the run has such a row already, and it was taken. */
  readonly taken: readonly Write[];
}
