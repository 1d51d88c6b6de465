import { Injectable } from '@nestjs/common';
import { EventStore, type Append } from '#ledger/events/event-store.js';
import { WorkHandler, type HeldWork, type WorkOutcome } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import { maxAttempts } from '#ledger/work/work-queue.js';
import { Clock } from '#kernel/clock.js';
import { fold } from '#kernel/decider.js';
import { job, isOver, type JobState } from './job.decider.js';
import type { JobEvent } from './job.events.js';
import type { HeldJob, JobHandler } from '../ports/job-handler.js';

export const jobWorkKind = 'job';

/** Turns a claimed item into a started job and hands it to the handler of its kind. */
@Injectable()
export class JobRunner extends WorkHandler {
  readonly kind = jobWorkKind;
  readonly #handlers = new Map<string, JobHandler>();

  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {
    super();
  }

  register(handler: JobHandler): void {
    this.#handlers.set(handler.jobKind, handler);
  }

  async work(held: HeldWork): Promise<WorkOutcome> {
    const history = await this.store.read('run', held.item.id);
    const state = fold(job, history as unknown as JobEvent[]);
    if (state.status === 'none' || isOver(state.status)) return this.#forget(held);
    const running = new RunningJob(this.store, held, state, history.length);
    const handler = this.#handlers.get(state.job.kind);
    if (handler === undefined) throw new Error(`Nobody here does jobs of kind ${state.job.kind}`);
    if (held.item.attempts > maxAttempts) return handler.giveUp(running);
    running.start(this.clock.now().toISOString());
    const [outcome] = await Promise.all([handler.run(running), running.started]);
    return outcome;
  }

  /** The work was ended from outside (cancelled) while it waited. */
  async #forget({ item }: HeldWork): Promise<WorkOutcome> {
    await this.store.append({ streams: [], writes: [workItem.remove({ id: item.id })], lease: { itemId: item.id, fence: item.fence } });
    return 'finished';
  }
}

class RunningJob implements HeldJob {
  readonly item;
  readonly lost;
  readonly draining;
  readonly jobId;
  readonly executionId;
  readonly userId;
  readonly payload;
  readonly lease;
  started: Promise<void> = Promise.resolve();
  #position: number;

  constructor(
    private readonly store: EventStore,
    held: HeldWork,
    private readonly state: Extract<JobState, { job: unknown }>,
    position: number,
  ) {
    this.item = held.item;
    this.lost = held.lost;
    this.draining = held.draining;
    this.jobId = held.item.id;
    this.executionId = state.job.executionId;
    this.userId = state.job.userId;
    this.payload = state.job.payload;
    this.lease = { itemId: held.item.id, fence: held.item.fence };
    this.#position = position;
  }

  start(at: string): void {
    const events = job.decide({ name: 'start', owner: this.item.owner ?? 0, fence: this.item.fence, at }, this.state);
    const append = this.#append(events);
    this.#position += events.length;
    this.started = this.store.append({ streams: [append], lease: this.lease });
  }

  finishing(event: JobEvent): Pick<Append, 'streams' | 'writes'> {
    return { streams: [this.#append([event])], writes: [workItem.remove({ id: this.item.id })] };
  }

  #append(events: readonly JobEvent[]): Append['streams'][number] {
    return {
      streamId: this.jobId,
      lifetime: 'run',
      workspaceId: this.item.workspaceId,
      expected: this.#position,
      events,
      meta: { actorId: this.userId, correlationId: this.executionId },
    };
  }
}
