import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';

interface Reader {
  readonly executionId: string;
  /** The position up to which it has read. */
  readonly after: number;
  readonly wake: () => void;
}

/** What other processes append is noticed this late. A notification for each run would burden them all. */
const pollMs = 150;

/** Wakes whoever waits for a run to go on: at once when this process appends, soon when another one does. */
@Injectable()
export class RunTails implements OnModuleDestroy {
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

  /** Resolves when the run has an event after position `after`, or when `signal` aborts. It may resolve too early, never too late. */
  grown(executionId: string, after: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal.removeEventListener('abort', wake);
        this.#leave(reader);
        resolve();
      };
      const reader = { executionId, after, wake };
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', wake);
      this.#enter(reader);
    });
  }

  #enter(reader: Reader): void {
    const readers = this.#readers.get(reader.executionId) ?? new Set();
    this.#readers.set(reader.executionId, readers.add(reader));
    this.#timer ??= setInterval(() => void this.#poll(), pollMs).unref();
  }

  #leave(reader: Reader): void {
    const readers = this.#readers.get(reader.executionId);
    readers?.delete(reader);
    if (readers?.size === 0) this.#readers.delete(reader.executionId);
    if (this.#readers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #appended(streams: readonly StreamAppend[]): void {
    if (this.#readers.size === 0) return;
    for (const { streamId } of streams) for (const { wake } of this.#readers.get(streamId) ?? []) wake();
  }

  /** One question for all who wait, however many they are. */
  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      const readers = [...this.#readers.values()].flatMap((each) => [...each]);
      const grown = new Set(await this.store.grown(readers.map(({ executionId, after }) => ({ streamId: executionId, after }))));
      for (const { executionId, wake } of readers) if (grown.has(executionId)) wake();
    } catch (error) {
      this.logger.warn({ err: error }, 'Runs could not be watched; it will be tried again');
    } finally {
      this.#polling = false;
    }
  }
}
