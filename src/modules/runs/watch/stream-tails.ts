import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';

interface Reader {
  readonly streamId: string;
  /** The last position that the reader has read. */
  readonly after: number;
  readonly wake: () => void;
}

/** Longest delay until an append of another process is noticed, in ms. Notifications for each run would load every process. */
const pollMs = 150;

/** Wakes readers when a stream has grown: at once for an append of this process, within the poll interval for others. */
@Injectable()
export class StreamTails implements OnModuleDestroy {
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #stopListening: () => void;
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(
    private readonly store: EventStore,
    private readonly logger: Logger,
  ) {
    this.#stopListening = store.onAppended((streams) => this.#appended(streams));
  }

  onModuleDestroy(): void {
    this.#stopListening();
    clearInterval(this.#timer);
  }

  /** Resolves when the stream has an event after position `after`, or when `signal` aborts. It may resolve too early, never too late. */
  grown(streamId: string, after: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.#leave(reader);
        resolve();
      };
      const reader = { streamId, after, wake };
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', wake);
      this.#enter(reader);
    });
  }

  #enter(reader: Reader): void {
    const readers = this.#readers.get(reader.streamId) ?? new Set();
    this.#readers.set(reader.streamId, readers.add(reader));
    this.#timer ??= setInterval(() => void this.#poll(), pollMs).unref();
  }

  #leave(reader: Reader): void {
    const readers = this.#readers.get(reader.streamId);
    readers?.delete(reader);
    if (readers?.size === 0) this.#readers.delete(reader.streamId);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #appended(streams: readonly StreamAppend[]): void {
    if (this.#readers.size === 0) return;
    for (const { streamId } of streams) for (const { wake } of this.#readers.get(streamId) ?? []) wake();
  }

  /** One query for all readers. */
  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      const readers = [...this.#readers.values()].flatMap((each) => [...each]);
      const grown = new Set(await this.store.grown(readers.map(({ streamId, after }) => ({ streamId, after }))));
      for (const { streamId, wake } of readers) if (grown.has(streamId)) wake();
    } catch (error) {
      this.logger.warn({ err: error }, 'Streams could not be watched; the next poll will retry');
    } finally {
      this.#polling = false;
    }
  }
}
