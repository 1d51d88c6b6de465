import { StreamConflict, type EventStore, type Lease, type StreamAppend } from '#ledger/events/event-store.js';
import type { Write } from '#ledger/rows/read-model.js';
import type { EventMeta } from '#kernel/event.js';
import type { ExecutionEvent } from '#engine/execution.events.js';

/** What becomes durable together with the rest of a run. */
export interface Together {
  /** Further events of the run, after that of its rest. */
  readonly events: readonly ExecutionEvent[];
  readonly streams: readonly StreamAppend[];
  readonly writes: readonly Write[];
}

const mostTries = 25;

export interface JournalOptions {
  readonly executionId: string;
  readonly workspaceId: string;
  readonly meta: EventMeta;
  /** Events of the stream that are durable already. */
  readonly position: number;
  /** The lease of a run that came from the queue. */
  readonly lease?: Lease;
  /** Rows that become durable with the first event of a new run (claims of ids and keys). */
  readonly claims?: readonly Write[];
  /** Present: everything becomes durable by itself soon after it was recorded. Called when that fails. */
  readonly onLost?: (error: unknown) => void;
  /** Called when a run without a lease has to outlive this process: gives the row of its work, held by this process once it is `written`. */
  readonly takeLease: (written: Promise<void>) => { readonly write: Write; readonly lease: Lease };
}

/**
 * The pen of one run. What happens is recorded here first and becomes durable in one append: before an effect begins, and
 * at the end. A run of pure blocks therefore costs one append in all.
 */
export class Journal {
  #pending: ExecutionEvent[] = [];
  #position: number;
  #lease: Lease | undefined;
  #claims: readonly Write[];
  #tail: Promise<void> = Promise.resolve();
  /** *busy*: what is recorded goes along with the next append, which comes by itself. */
  #eager: 'idle' | 'busy' | 'over';

  constructor(
    private readonly store: EventStore,
    private readonly options: JournalOptions,
  ) {
    this.#position = options.position;
    this.#lease = options.lease;
    this.#claims = options.claims ?? [];
    this.#eager = options.onLost === undefined ? 'over' : 'idle';
  }

  get lease(): Lease | undefined {
    return this.#lease;
  }

  /** How many events are not on their way to the disk yet. */
  get pending(): number {
    return this.#pending.length;
  }

  record(...events: readonly ExecutionEvent[]): void {
    this.recordAll(events);
  }

  /** What was recorded at once becomes durable together. */
  recordAll(events: readonly ExecutionEvent[]): void {
    for (const event of events) this.#pending.push(event);
    if (this.#eager === 'idle') void this.#flushEagerly();
  }

  /** Makes all that was recorded durable; from here on the run survives this process. */
  flush(): Promise<void> {
    if (this.#lease !== undefined) return this.#pending.length === 0 ? this.#tail : this.#append([], []);
    const { promise: written, resolve } = Promise.withResolvers<void>();
    const { write, lease } = this.options.takeLease(written);
    const begun = this.#append([], [write], 'without lease');
    begun.then(resolve, () => undefined);
    this.#lease = lease;
    return begun;
  }

  /** The last append: the end of the run, and whatever ends with it. */
  finish(event: ExecutionEvent, streams: readonly StreamAppend[] = [], writes: readonly Write[] = []): Promise<void> {
    this.#eager = 'over';
    this.record(event);
    return this.#append(streams, writes);
  }

  /**
   * The last append together with what others keep of it. What they say may be overtaken before it is durable; then they are asked
   * again, as long as the run itself has not moved on.
   */
  async rest(event: ExecutionEvent, together: () => Promise<Together>): Promise<void> {
    this.#eager = 'over';
    await this.flush();
    const position = this.#position;
    for (let attempt = 1; ; attempt += 1) {
      const { events, streams, writes } = await together();
      this.record(event, ...events);
      try {
        await this.#append(streams, writes);
        return;
      } catch (error) {
        const hasMoved = async (): Promise<boolean> => (await this.store.read('run', this.options.executionId, position, 1)).length > 0;
        if (!(error instanceof StreamConflict) || attempt === mostTries || (await hasMoved())) throw error;
        this.#position = position;
        this.#tail = Promise.resolve();
      }
    }
  }

  /** One append in the air, the next collects. */
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
    const { executionId: streamId, workspaceId, meta } = this.options;
    const own: StreamAppend = { streamId, lifetime: 'run', workspaceId, expected: this.#position, events, meta };
    this.#position += events.length;
    const claims = this.#claims;
    this.#claims = [];
    const lease = fenced === 'fenced' ? this.#lease : undefined;
    const append = { streams: [own, ...streams], writes: [...claims, ...writes], ...(lease === undefined ? {} : { lease }) };
    // One after the other: after an append that failed nothing may be written, or the stream would have a hole.
    this.#tail = this.#tail.then(() => this.store.append(append));
    return this.#tail;
  }
}
