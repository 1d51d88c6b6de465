import type { DatabaseError } from 'pg';
import { InfrastructureFault } from '#kernel/errors.js';
import { Turn } from '#host/loop/turn.js';
import { databaseAway } from '#ledger/database/faults/infrastructure-fault-of.js';
import { isRefusal } from '#ledger/database/faults/refusal.js';
import { hasState, isOneOf, sqlState, sqlStateClass } from '#ledger/database/faults/sqlstate.js';
import { Unreachable, type WriterConnection } from '#ledger/database/servers/writer-connection.js';
import { appendStatement, formerGeneration, type EncodedAppend } from './append-statement.js';
import { LeaseLost, StreamConflict, UniqueConflict } from './event-store.js';
import { wasAppended } from './was-appended.js';

/** The database takes no writes: disk, memory or connections are used up, the disk fails, or it is a standby. */
const cannotWrite = [sqlStateClass.insufficientResources, sqlStateClass.systemError, sqlState.readOnlyTransaction];

/** Appends of this size take milliseconds to send. */
const largeBytes = 256 * 1024;

/** How often the database is asked for one append whose answer was lost, if each connection breaks while it is asked. */
const mostQuestions = 10;

/** How often an append is sent again that the database has not stored, for no reason that it tells. */
const mostRepeats = 10;
const firstRepeatMs = 10;

interface Waiting {
  readonly append: EncodedAppend;
  /** How often it was sent again: the first time may still be at work, and be stored later. */
  repeats: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface LaneLimits {
  /** Appends that may wait; more are refused with 503 instead of growing the queue. */
  readonly maxWaiting: number;
  readonly maxBatch: number;
  readonly maxBatchBytes: number;
}

export const laneLimits: LaneLimits = { maxWaiting: 10_000, maxBatch: 256, maxBatchBytes: 8 * 1024 * 1024 };

/**
 * Group commit without a timer: while one statement runs the next batch collects. One bad append fails its own
 * caller only: a refused batch is halved until the bad append is alone in its half.
 */
export class AppendLane {
  #waiting: Waiting[] = [];
  #running = false;
  #flushed = 0;
  #bestFlushMs: number | undefined;
  #failed = 0;
  #failedAt: number | undefined;
  #generation: number | undefined;
  #isFormer = false;
  #tellFormer: (error: InfrastructureFault) => void = () => undefined;

  constructor(
    private readonly connection: WriterConnection,
    private readonly limits: LaneLimits = laneLimits,
  ) {}

  get depth(): number {
    return this.#waiting.length;
  }

  /** From now on appends are refused unless this is the generation of the inline views that are live. */
  writeFor(generation: number): void {
    this.#generation = generation;
  }

  /** Whether a later release has changed inline views, so that this process can append no more. */
  get isFormer(): boolean {
    return this.#isFormer;
  }

  /** Is called once, when that is first seen. */
  onFormer(listener: (error: InfrastructureFault) => void): void {
    this.#tellFormer = listener;
  }

  /** Statements that made batches durable, for the metrics. */
  get batches(): number {
    return this.#flushed;
  }

  /** Appends that the database did not take although nothing was wrong with them: its disk is full, or it cannot be reached. For the metrics. */
  get failed(): number {
    return this.#failed;
  }

  /** Time since the last append failed for such a reason, in ms; undefined if a later one has succeeded, or none has failed. */
  get failedMsAgo(): number | undefined {
    return this.#failedAt === undefined ? undefined : performance.now() - this.#failedAt;
  }

  /** How long the quickest statement took since this was last asked, in ms; undefined: there was none. */
  takeBestFlushMs(): number | undefined {
    const best = this.#bestFlushMs;
    this.#bestFlushMs = undefined;
    return best;
  }

  append(append: EncodedAppend): Promise<void> {
    if (this.#waiting.length >= this.limits.maxWaiting) {
      return Promise.reject(new InfrastructureFault('The server is writing as fast as it can. Please retry shortly.'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append, repeats: 0, resolve, reject });
      if (!this.#running) {
        this.#running = true;
        queueMicrotask(() => void this.#drain());
      }
    });
  }

  /** Resolves when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.#running) await new Promise((resolve) => setImmediate(resolve));
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#flush(this.#takeBatch());
    this.#running = false;
  }

  /**
   * A stream appears once in a batch, and so does a row: the next append to it has to see the first one done. A statement that wrote a row
   * twice would do one of the two, and say nothing.
   */
  #takeBatch(): Waiting[] {
    const taken = new Set<string>();
    const batch: Waiting[] = [];
    const later: Waiting[] = [];
    let bytes = 0;
    let seen = 0;
    for (; seen < this.#waiting.length && batch.length < this.limits.maxBatch; seen += 1) {
      const waiting = this.#waiting[seen] as Waiting;
      const { append } = waiting;
      const fits = batch.length === 0 || bytes + append.bytes <= this.limits.maxBatchBytes;
      if (fits && !meets(append, taken)) {
        batch.push(waiting);
        bytes += append.bytes;
      } else {
        later.push(waiting);
        // Its lease still holds when its turn comes.
        if (append.leased !== undefined) taken.add(append.leased);
      }
      for (const { streamId } of append.streams) taken.add(streamId);
      for (const row of append.writes.keys()) taken.add(row);
    }
    this.#waiting = later.concat(this.#waiting.slice(seen));
    return batch;
  }

  async #flush(batch: readonly Waiting[]): Promise<void> {
    try {
      const lost = await this.#execute(batch);
      if (lost.has(formerGeneration)) return this.#refuseAsFormer(batch);
      for (const [index, waiting] of batch.entries()) {
        if (lost.has(index)) await this.#refuse(waiting, new LeaseLost());
        else waiting.resolve();
      }
    } catch (error) {
      if (isRefusal(error)) await this.#isolate(batch, error);
      else await this.#afterLostConnection(batch, error);
    }
  }

  async #execute(batch: readonly Waiting[]): Promise<ReadonlySet<number>> {
    const isLarge = batch.some(({ append }) => append.bytes > largeBytes);
    if (isLarge) await Turn.begin();
    const statement = appendStatement(
      batch.map(({ append }) => append),
      this.#generation,
    );
    if (isLarge) await Turn.begin();
    const startedAt = performance.now();
    const rows = await this.connection.query<{ a: number }>(statement);
    this.#flushed += 1;
    this.#failedAt = undefined;
    this.#bestFlushMs = Math.min(this.#bestFlushMs ?? Number.POSITIVE_INFINITY, performance.now() - startedAt);
    return new Set(rows.map(({ a }) => a));
  }

  #refuseAsFormer(batch: readonly Waiting[]): void {
    const error = new InfrastructureFault('A later release has taken over from this server. Please retry shortly.', {
      retryAfterSeconds: 5,
    });
    if (!this.#isFormer) this.#tellFormer(error);
    this.#isFormer = true;
    for (const { reject } of batch) reject(error);
  }

  async #isolate(batch: readonly Waiting[], error: DatabaseError): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only !== undefined) {
      if (isOneOf(error, cannotWrite)) this.#noteFailure();
      return this.#refuse(only, refusal(error));
    }
    const half = Math.ceil(batch.length / 2);
    await this.#flush(batch.slice(0, half));
    await this.#flush(batch.slice(half));
  }

  /** What an earlier attempt has stored meanwhile may be the reason for the refusal. */
  async #refuse(waiting: Waiting, error: Error): Promise<void> {
    const isStored = waiting.repeats > 0 && (await this.#wasAppended(waiting.append).catch(() => false));
    if (isStored) waiting.resolve();
    else waiting.reject(error);
  }

  /** The commit may or may not have happened: only appends that are not stored are repeated. While the database is unreachable, they fail at once. */
  async #afterLostConnection(batch: readonly Waiting[], error: unknown): Promise<void> {
    const missing: Waiting[] = [];
    let isUnreachable = error instanceof Unreachable;
    for (const waiting of batch) {
      try {
        if (isUnreachable) throw error;
        if (await this.#wasAppended(waiting.append)) waiting.resolve();
        else if (waiting.repeats >= mostRepeats) throw error;
        else missing.push(waiting);
      } catch (reason) {
        isUnreachable ||= reason instanceof Unreachable;
        this.#noteFailure();
        waiting.reject(databaseAway(error));
      }
    }
    for (const waiting of missing) waiting.repeats += 1;
    const [repeats = 0] = missing.map((waiting) => waiting.repeats).toSorted((a, b) => b - a);
    if (repeats > 1) await new Promise((resolve) => setTimeout(resolve, firstRepeatMs * 2 ** repeats));
    this.#waiting.unshift(...missing);
  }

  /** The question is repeated while connections are made and break again, because only its answer settles the append. */
  async #wasAppended(append: EncodedAppend): Promise<boolean> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await wasAppended(this.connection, append);
      } catch (error) {
        if (error instanceof Unreachable || isRefusal(error) || attempt >= mostQuestions) throw error;
      }
    }
  }

  #noteFailure(): void {
    this.#failed += 1;
    this.#failedAt = performance.now();
  }
}

/** Whether an append writes a stream or a row that is taken, or needs the lease of such a row. */
function meets({ streams, writes, leased }: EncodedAppend, taken: ReadonlySet<string>): boolean {
  if (leased !== undefined && taken.has(leased)) return true;
  if (streams.some(({ streamId }) => taken.has(streamId))) return true;
  for (const row of writes.keys()) if (taken.has(row)) return true;
  return false;
}

function refusal(error: DatabaseError): Error {
  if (!hasState(error, sqlState.uniqueViolation)) return error;
  return /_event_/.test(error.constraint ?? '')
    ? new StreamConflict({ cause: error })
    : new UniqueConflict(error.constraint ?? '', { cause: error });
}
