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
  get start(): ExecutionStart {
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

  /** Records the start of the job. The run begins meanwhile. */
  recordStart(at: string): void {
    const { item } = this.held;
    const events = job.decide({ type: 'start', owner: item.owner ?? 0, fence: item.fence, at }, this.state);
    const append = this.#append(events);
    this.#position += events.length;
    this.started = this.store.append({ streams: [append], lease: this.lease });
  }

  /** The end of the job, for the append that ends its work. */
  finishing(event: JobEvent): Required<Finishing> {
    return { streams: [this.#append([event])], writes: [workItem.remove({ id: this.held.item.id })] };
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
