import { appendTo, type EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import type { HeldWork } from '#ledger/work/work-handler.js';
import { workItem } from '#ledger/work/work-item.js';
import type { RequestSource } from '#kernel/event.js';
import { endOfJob } from '../jobs/end-of-job.js';
import { outlinedRunOf, type ExecutionStart } from '../jobs/execution-start.js';
import { job, type JobState } from '../jobs/job.decider.js';
import { jobStream, type JobEvent } from '../jobs/job.events.js';
import type { Finishing, TakenOverRun } from '../drive/run-driver.js';

/** Jobs of earlier releases have no key, request and source. */
type QueuedStart = ExecutionStart & { readonly keyId?: string; readonly requestId?: string; readonly source?: RequestSource };

/** A job whose work item this process holds. */
export class HeldJob {
  readonly executionId: string;
  readonly lease: TakenOverRun['lease'];
  /** Resolves when the start is durable. No end may be appended before: the stream would have a gap if the start failed. */
  started: Promise<void> = Promise.resolve();
  #position: number;
  /** The start of the job, until it is part of an append. */
  #opening: readonly JobEvent[] = [];

  constructor(
    private readonly store: EventStore,
    readonly held: HeldWork,
    private readonly state: Extract<JobState, { job: unknown }>,
    position: number,
  ) {
    this.executionId = state.job.executionId;
    this.lease = { itemId: held.item.id, fence: held.item.fence };
    this.#position = position;
  }

  /** What the run starts with, without the request that queued it. */
  get asked(): ExecutionStart {
    const { keyId: _, requestId: __, source: ___, ...start } = this.#queued;
    return start;
  }

  /** The run of the job for the driver, without its history. */
  get run(): Omit<TakenOverRun, 'history'> {
    const { executionId, lease, started: before } = this;
    const { item, lost, draining } = this.held;
    const { keyId, requestId, source } = this.#queued;
    const asked = { ...(keyId === undefined ? {} : { keyId }), ...(requestId === undefined ? {} : { requestId }), ...source };
    const meta = { actorId: this.state.job.userId, causationId: item.id, ...asked };
    return { executionId, meta, lease, lost, draining, before, finishing: (state) => this.finishing(endOfJob(state)) };
  }

  /** Starts the job again, whose run another process has left. The run continues meanwhile. */
  startAgain(at: string): void {
    this.start(at);
    this.started = this.store.append({ streams: this.opening(), lease: this.lease });
  }

  /** Starts the job. The start becomes durable with the first append of its run, which may be the last one. */
  start(at: string): void {
    const { owner, fence } = this.held.item;
    this.#opening = job.decide({ type: 'start', owner: owner ?? 0, fence, at }, this.state);
  }

  /** The start of the job, for the first append of its run; nothing once it is part of an append. */
  opening(): readonly StreamAppend[] {
    if (this.#opening.length === 0) return [];
    const append = this.#append(this.#opening);
    this.#position += this.#opening.length;
    this.#opening = [];
    return [append];
  }

  /** The end of the job, for the append that ends its work, together with its start if that is in no append yet. */
  finishing(event: JobEvent): Required<Finishing> {
    const append = this.#append([...this.#opening, event]);
    this.#opening = [];
    return { streams: [append], writes: [workItem.remove({ id: this.held.item.id })] };
  }

  get #queued(): QueuedStart {
    return this.state.job.payload as unknown as QueuedStart;
  }

  #append(events: readonly JobEvent[]): StreamAppend {
    const { id, workspaceId } = this.held.item;
    const meta = { actorId: this.state.job.userId, correlationId: this.executionId };
    return appendTo(jobStream.at(id, workspaceId), {
      expected: this.#position,
      events,
      meta,
      outlinedRun: outlinedRunOf(this.executionId, this.#queued),
    });
  }
}
