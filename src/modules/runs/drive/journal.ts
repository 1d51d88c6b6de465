import { appendTo, type EventStore, type Lease, type StreamAppend } from '#ledger/events/event-store.js';
import { isStreamConflict, retryConflicts } from '#ledger/events/retry-conflicts.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { EventMeta } from '#kernel/event.js';
import { executionStream, type ExecutionEvent } from '#engine/execution.events.js';

/** What becomes durable together with the pause or end of a run. */
export interface Together {
  /** Further events of the run, after the pause or end. */
  readonly events: readonly ExecutionEvent[];
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
}

export interface JournalOptions {
  readonly executionId: string;
  readonly workspaceId: string;
  readonly meta: EventMeta;
  /** Number of events of the stream that are already durable. */
  readonly position: number;
  /** The id of the run, if it keeps no contents. */
  readonly outlinedRun?: string | undefined;
  /** The lease of a run from the queue. */
  readonly lease?: Lease;
  /** Rows that become durable with the first event of a new run (claims of ids and keys). */
  readonly claims?: readonly Write[];
  /** Returns what becomes durable with the first event of a new run: the start of its job. Nothing if the last append contains it already. */
  readonly opening?: (() => readonly StreamAppend[]) | undefined;
  /** If present, recorded events become durable without a call of `flush`. Called when that fails. */
  readonly onLost?: (error: unknown) => void;
  /** Called for each event when it is recorded, before it is durable. */
  readonly onRecorded?: ((event: ExecutionEvent) => void) | undefined;
  /** Called when a run without a lease must survive this process. Returns the row of its work, which this process holds once it is `written`. */
  readonly takeLease: (written: Promise<void>) => { readonly write: Write; readonly lease: Lease };
}

/**
 * Collects the events of one run. They become durable in one append: before an effect starts, and at the end. A run of pure blocks
 * therefore costs one append in all.
 */
export class Journal {
  #pending: ExecutionEvent[] = [];
  #position: number;
  #lease: Lease | undefined;
  #claims: readonly Write[];
  /** Null once it is stored. */
  #meta: EventMeta | null;
  #opening: (() => readonly StreamAppend[]) | undefined;
  /** The last append. */
  #tail: Promise<void> | undefined;
  /** *busy*: an append is in progress, and another one follows without a call if events are pending. */
  #eager: 'idle' | 'busy' | 'over';

  constructor(
    private readonly store: EventStore,
    private readonly options: JournalOptions,
  ) {
    this.#position = options.position;
    this.#lease = options.lease;
    this.#claims = options.claims ?? [];
    this.#meta = options.meta;
    this.#opening = options.opening;
    this.#eager = options.onLost === undefined ? 'over' : 'idle';
  }

  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** Number of events that are in no append yet. */
  get pending(): number {
    return this.#pending.length;
  }

  /** Position in the stream of the event that was recorded last. */
  get last(): number {
    return this.#position + this.#pending.length;
  }

  record(...events: readonly ExecutionEvent[]): void {
    this.recordAll(events);
  }

  /** Events that are recorded in one call become durable together. */
  recordAll(events: readonly ExecutionEvent[]): void {
    for (const event of events) {
      this.#pending.push(event);
      this.options.onRecorded?.(event);
    }
    if (this.#eager === 'idle') void this.#flushEagerly();
  }

  /** Makes all recorded events durable. From then on the run survives this process. */
  flush(): Promise<void> {
    if (this.#lease !== undefined) return this.#pending.length === 0 ? (this.#tail ?? Promise.resolve()) : this.#append([], []);
    const { promise: written, resolve } = Promise.withResolvers<void>();
    const { write, lease } = this.options.takeLease(written);
    const durable = this.#append([], [write], 'without lease');
    durable.then(resolve, () => undefined);
    this.#lease = lease;
    return durable;
  }

  /** The last append: the pause or end of the run, and what ends together with it. */
  finish(event: ExecutionEvent, streams: readonly StreamAppend[] = [], writes: readonly Write[] = []): Promise<void> {
    this.#eager = 'over';
    this.#meta = this.options.meta;
    this.record(event);
    return this.#append(streams, writes);
  }

  /**
   * The last append together with the answer account. If an answer is appended before, the append conflicts and `together` is called
   * again, as long as the stream of the run itself has not changed.
   */
  async rest(event: ExecutionEvent, together: () => Promise<Together>): Promise<void> {
    this.#eager = 'over';
    await this.flush();
    const position = this.#position;
    const attempt = async (): Promise<void> => {
      this.#position = position;
      this.#tail = undefined;
      const { events, streams, writes } = await together();
      this.#meta = this.options.meta;
      this.record(event, ...events);
      await this.#append(streams, writes);
    };
    const hasMoved = async (): Promise<boolean> =>
      (await this.store.read(executionStream, this.options.executionId, position, 1)).length > 0;
    await retryConflicts(attempt, { isConflict: async (error) => isStreamConflict(error) && !(await hasMoved()) });
  }

  /** One append is in progress while the next one collects events. */
  async #flushEagerly(): Promise<void> {
    this.#eager = 'busy';
    try {
      while (this.#pending.length > 0 && this.#eager === 'busy') await this.flush();
      if (this.#eager === 'busy') this.#eager = 'idle';
    } catch (error) {
      this.#eager = 'over';
      this.options.onLost?.(error);
    }
  }

  #append(streams: readonly StreamAppend[], writes: readonly Write[], fenced: 'fenced' | 'without lease' = 'fenced'): Promise<void> {
    const events = this.#pending;
    this.#pending = [];
    const { executionId, workspaceId, outlinedRun } = this.options;
    const own = appendTo(executionStream.at(executionId, workspaceId), { expected: this.#position, events, meta: this.#meta, outlinedRun });
    this.#position += events.length;
    this.#meta = null;
    const claims = this.#claims;
    this.#claims = [];
    const opened = this.#opening?.() ?? [];
    this.#opening = undefined;
    const lease = fenced === 'fenced' ? this.#lease : undefined;
    const append = { streams: [own, ...opened, ...streams], writes: [...claims, ...writes], ...(lease === undefined ? {} : { lease }) };
    // Appends are sequential. After a failed append none may follow, or the stream would have a gap.
    this.#tail = this.#tail === undefined ? this.store.append(append) : this.#tail.then(() => this.store.append(append));
    return this.#tail;
  }
}
