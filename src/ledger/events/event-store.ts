import type { EventMeta, NewEvent, RecordedOf } from '#kernel/event.js';
import type { Lifetime, Stream, StreamRef } from '#kernel/stream.js';
import type { ReadModel, Write } from '#ledger/rows/read-model.js';

/** New events of one stream. */
export interface StreamAppend {
  readonly streamId: string;
  readonly lifetime: Lifetime;
  readonly workspaceId: string | null;
  /** Position of the last event that the caller knows; 0 for a stream that does not exist yet. */
  readonly expected: number;
  readonly events: readonly NewEvent[];
  /** Null for an append to a run that has the metadata of the append before it. */
  readonly meta: EventMeta | null;
  /** The run of the stream, if it keeps no contents: its events are stored with sizes and digests in their place. */
  readonly outlinedRun?: string | undefined;
}

/** New events of a stream after position `expected`. */
export function appendTo(
  { stream: { lifetime }, streamId, workspaceId }: StreamRef,
  news: Pick<StreamAppend, 'expected' | 'events' | 'meta' | 'outlinedRun'>,
): StreamAppend {
  return { streamId, lifetime, workspaceId, ...news };
}

/**
 * The metadata that is stored with an event. The events of one append to a run share theirs, which is stored with the first of them;
 * those of a ledger stream each have it. Events without metadata have that of the event before them in their stream.
 */
export function storedMeta({ lifetime, meta }: Pick<StreamAppend, 'lifetime' | 'meta'>, index: number): EventMeta | null {
  return index === 0 || lifetime === 'ledger' ? meta : null;
}

/** The right to write on behalf of a run, or of a row of another table. A claim by another owner changes the fence and ends it. */
export interface Lease {
  readonly itemId: string;
  readonly fence: number;
  /** The table of the row, which has the columns `id` and `fence`. Absent: work items. */
  readonly of?: ReadModel<{ readonly id: string; readonly fence: number }, 'id'>;
}

/** What becomes durable together or not at all: streams, the inline projections of their events, and further rows. */
export interface Append {
  readonly streams: readonly StreamAppend[];
  readonly writes?: readonly Write[];
  readonly lease?: Lease;
}

/** Someone else appended to the stream first: load again and decide again. */
export class StreamConflict extends Error {
  constructor(options?: ErrorOptions) {
    super('The stream has moved on', options);
    this.name = 'StreamConflict';
  }
}

/** A row that came with the append breaks a unique rule; `constraint` is the name of the rule. */
export class UniqueConflict extends Error {
  constructor(
    readonly constraint: string,
    options?: ErrorOptions,
  ) {
    super(`Unique rule ${constraint} refused the append`, options);
    this.name = 'UniqueConflict';
  }
}

/** The run, or the row of the lease, belongs to another owner now: stop working on it. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of this work is lost');
    this.name = 'LeaseLost';
  }
}

/** How far a reader has read a stream. */
export interface StreamPlace {
  readonly streamId: string;
  readonly after: number;
}

/** Called after the commit. A promise that it returns delays the answer of the append; it must not reject. */
export type AppendListener = (streams: readonly StreamAppend[]) => unknown;

/** The truth. Everything else that the server knows about runs and settings is a view of these streams. */
export abstract class EventStore {
  /**
   * Durable when it resolves.
   * @throws StreamConflict, UniqueConflict, LeaseLost; InfrastructureFault when the queue of appends is full or the database is away.
   */
  abstract append(append: Append): Promise<void>;

  /**
   * The events of a stream after position `after`, at most `limit`, oldest first, upcast to their present versions. Contents that a run
   * does not keep are part of them until they are deleted.
   */
  abstract read<Event extends NewEvent>(
    stream: Stream<Event>,
    streamId: string,
    after?: number,
    limit?: number,
  ): Promise<RecordedOf<Event>[]>;

  /** The same without contents that the run does not keep, whether they are deleted or not. */
  readStored<Event extends NewEvent>(
    stream: Stream<Event>,
    streamId: string,
    after?: number,
    limit?: number,
  ): Promise<RecordedOf<Event>[]> {
    return this.read(stream, streamId, after, limit);
  }

  /**
   * The events of a ledger stream without one field of their payloads, where it is large and therefore stored apart: for those who read many
   * events and not that field.
   */
  readWithout<Event extends NewEvent>(
    _field: string,
    stream: Stream<Event>,
    streamId: string,
    after?: number,
    limit?: number,
  ): Promise<RecordedOf<Event>[]> {
    return this.read(stream, streamId, after, limit);
  }

  /** The same in pages of at most `size` events, of which one page is complete in memory at a time. */
  async *storedPages<Event extends NewEvent>(
    stream: Stream<Event>,
    streamId: string,
    size: number,
  ): AsyncGenerator<RecordedOf<Event>[], void> {
    let position = 0;
    for (;;) {
      const page = await this.readStored(stream, streamId, position, size);
      yield page;
      if (page.length < size) return;
      position = page.at(-1)?.position ?? position;
    }
  }

  /** All events of a short run stream, such as that of a job. Streams that are asked for at the same time are read together. */
  readShort<Event extends NewEvent>(stream: Stream<Event>, streamId: string): Promise<RecordedOf<Event>[]> {
    return this.read(stream, streamId);
  }

  /** Which of these run streams have an event after the place that their reader knows. */
  abstract grown(places: readonly StreamPlace[]): Promise<string[]>;

  /** Calls back in this process after each append that became durable here. @returns how to stop it */
  abstract onAppended(listener: AppendListener): () => void;
}
