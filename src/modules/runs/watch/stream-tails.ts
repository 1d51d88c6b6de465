import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TextPieces, type TextRead } from '../store/texts/text-pieces.js';
import { EventStore, type StreamAppend } from '#ledger/events/event-store.js';
import { Logger } from '#host/logging/logger.js';
import { Signals } from '#ledger/signals/signals.js';

interface Reader {
  readonly streamId: string;
  /** The last position that the reader has read. */
  readonly after: number;
  /** The calls whose text it follows. */
  readonly texts: readonly TextRead[];
  readonly wake: (news?: News) => void;
}

/** How far a reader has read a stream, and the texts that it follows. */
interface Place extends Pick<Reader, 'streamId' | 'after'> {
  readonly texts?: readonly TextRead[];
}

/** A stream that readers of this process follow. */
interface Followed {
  followers: number;
  /** The last position that is known to be appended since. */
  end: number;
  /** Ends listening to other processes. */
  readonly stop: () => void;
}

/** Why a reader is woken: there is more text of a call, or possibly an event. */
export type News = 'text' | 'event';

/** What another process tells the followers of a stream: that a call has more text, or the last position that it has appended. */
const moreText = 'text';

/** Longest delay until an append of another process is noticed without a signals server, in ms. */
const pollMs = 150;

/**
 * Wakes readers when a stream has grown: at once for an append of this process; for others when a signals server tells of it, and within
 * the poll interval without one.
 */
@Injectable()
export class StreamTails implements OnModuleDestroy {
  readonly #readers = new Map<string, Set<Reader>>();
  readonly #followed = new Map<string, Followed>();
  readonly #stopListening: readonly (() => void)[];
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(
    private readonly store: EventStore,
    private readonly pieces: TextPieces,
    private readonly signals: Signals,
    private readonly logger: Logger,
  ) {
    this.#stopListening = [
      store.onAppended((streams) => this.#appended(streams)),
      pieces.onWritten((executionId) => this.#written(executionId)),
    ];
  }

  onModuleDestroy(): void {
    for (const stop of this.#stopListening) stop();
    clearInterval(this.#timer);
  }

  /**
   * Begins before the first read of a stream: what this process appends between a read and `grown` is noticed as well.
   * @returns how to end it
   */
  follow(streamId: string): () => void {
    const known = this.#followed.get(streamId);
    const followed = known ?? { followers: 0, end: 0, stop: this.signals.follow(streamId, (news) => this.#heard(streamId, news)) };
    if (known === undefined) this.#followed.set(streamId, followed);
    followed.followers += 1;
    return () => {
      followed.followers -= 1;
      if (followed.followers > 0) return;
      this.#followed.delete(streamId);
      followed.stop();
    };
  }

  /**
   * Resolves when the stream has an event after position `after`, when one of `texts` has more text, or when `signal` aborts. It may
   * resolve too early, never too late.
   */
  grown(streamId: string, after: number, signal: AbortSignal, texts: readonly TextRead[] = []): Promise<News> {
    return new Promise((resolve) => {
      const wake = (news: News = 'event'): void => {
        signal.removeEventListener('abort', stop);
        this.#leave(reader);
        resolve(news);
      };
      const stop = (): void => wake();
      const reader = { streamId, after, texts, wake };
      if (signal.aborted || (this.#followed.get(streamId)?.end ?? 0) > after) return resolve('event');
      if (texts.some((text) => this.pieces.isAhead(text))) return resolve('text');
      signal.addEventListener('abort', stop);
      this.#enter(reader);
    });
  }

  /** The same for at most `ms`, or until one of the signals aborts. */
  async grownWithin(ms: number, reasons: readonly AbortSignal[], { streamId, after, texts = [] }: Place): Promise<News> {
    const enough = new AbortController();
    const stop = (): void => enough.abort();
    const timer = setTimeout(stop, ms);
    for (const reason of reasons) reason.addEventListener('abort', stop);
    if (reasons.some(({ aborted }) => aborted)) stop();
    const news = await this.grown(streamId, after, enough.signal, texts);
    clearTimeout(timer);
    for (const reason of reasons) reason.removeEventListener('abort', stop);
    return news;
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
    for (const { streamId, lifetime, expected, events } of streams) {
      const end = expected + events.length;
      if (lifetime === 'run' && events.length > 0) this.signals.tellFollowers(streamId, String(end));
      this.#grew(streamId, end);
    }
  }

  #written(executionId: string): void {
    this.signals.tellFollowers(executionId, moreText);
    this.#moreText(executionId);
  }

  #heard(streamId: string, news: string): void {
    if (news === moreText) this.#moreText(streamId);
    else this.#grew(streamId, Number(news));
  }

  #grew(streamId: string, end: number): void {
    const followed = this.#followed.get(streamId);
    if (followed === undefined) return;
    followed.end = Math.max(followed.end, end);
    for (const { after, wake } of this.#readers.get(streamId) ?? []) if (end > after) wake();
  }

  #moreText(executionId: string): void {
    for (const { texts, wake } of this.#readers.get(executionId) ?? []) if (texts.length > 0) wake('text');
  }

  /** One query for all readers, and one for those who follow text. */
  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      const readers = [...this.#readers.values()].flatMap((each) => [...each]);
      const [streams, runs] = await Promise.all([
        this.store.grown(readers.map(({ streamId, after }) => ({ streamId, after }))),
        this.pieces.grown(readers.flatMap(({ texts }) => texts)),
      ]);
      const grown = new Set([...streams, ...runs]);
      for (const { streamId, wake } of readers) if (grown.has(streamId)) wake();
    } catch (error) {
      this.logger.warn({ err: error }, 'Streams could not be watched; the next poll will retry');
    } finally {
      this.#polling = false;
    }
  }
}
