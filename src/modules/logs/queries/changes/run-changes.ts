import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Logger } from '#host/logging/logger.js';
import { isAtOrAfter, type FeedPosition } from '#ledger/projections/event-feed.js';
import { ChangeFeed, type ChangesRead, type RunChange } from './change-feed.js';

/** Events after a place, as far as they are known now. */
export interface Passage {
  /** The changes of one workspace. */
  readonly changes: readonly RunChange[];
  readonly place: FeedPosition;
  /** Whether there were more changes than are read at once. */
  readonly isMissed: boolean;
}

/** The changes that all readers share. */
interface Window {
  /** The place before the first of them. */
  from: FeedPosition;
  to: FeedPosition;
  changes: readonly RunChange[];
}

const pollMs = 500;
const pageSize = 1000;
/** Pages that are read for one reader, or with one poll. What is older is missed. */
const mostPages = 5;
/** Changes that a process keeps for readers who come back. */
const mostKept = 5000;

/** Follows the changes of all runs with one statement for all readers of a process, as long as there are readers. */
@Injectable()
export class RunChanges implements OnModuleDestroy {
  readonly #wakers = new Set<() => void>();
  #round = 0;
  #readers = 0;
  #window: Promise<Window> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #polling = false;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly logger: Logger,
  ) {}

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** @returns how to end it */
  enter(): () => void {
    this.#readers += 1;
    this.#timer ??= setInterval(() => void this.#poll(), pollMs).unref();
    return () => {
      this.#readers -= 1;
      if (this.#readers > 0) return;
      clearInterval(this.#timer);
      [this.#timer, this.#window] = [undefined, undefined];
    };
  }

  /** What a workspace has after a place; without a place nothing, and the present one. Only for those who have entered. */
  async after(workspaceId: string, place: FeedPosition | undefined): Promise<Passage> {
    const { from, to, changes } = await this.#opened();
    if (place === undefined) return { changes: [], place: to, isMissed: false };
    const ofWorkspace = (found: readonly RunChange[]): readonly RunChange[] => found.filter((change) => change.workspaceId === workspaceId);
    if (isAtOrAfter(to, place) && isAtOrAfter(place, from)) {
      return { changes: ofWorkspace(changes.filter((change) => !isAtOrAfter(place, change))), place: to, isMissed: false };
    }
    const isBehind = !isAtOrAfter(to, place);
    // Another process has read further, and its reader has come here.
    if (isBehind && isAtOrAfter(await this.feed.head(), place)) return { changes: [], place, isMissed: false };
    const read = isBehind ? undefined : await this.#pages(place);
    if (read === undefined || read.isMore) return { changes: [], place: to, isMissed: true };
    return { changes: ofWorkspace(read.changes), place: read.place, isMissed: false };
  }

  /** Rises when something has changed in any workspace. */
  get round(): number {
    return this.#round;
  }

  /** Resolves when the round is another one, when `ms` are over, or when a signal aborts. */
  next(round: number, ms: number, signals: readonly AbortSignal[]): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#wakers.delete(wake);
        for (const signal of signals) signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wakers.add(wake);
      for (const signal of signals) signal.addEventListener('abort', wake);
      if (round !== this.#round || signals.some(({ aborted }) => aborted)) wake();
    });
  }

  /** Begins at the present. After a failure the next reader tries again. */
  #opened(): Promise<Window> {
    this.#window ??= this.feed.head().then(
      (head) => ({ from: head, to: head, changes: [] }),
      (error: unknown) => {
        this.#window = undefined;
        throw error;
      },
    );
    return this.#window;
  }

  async #poll(): Promise<void> {
    if (this.#polling || this.#window === undefined) return;
    this.#polling = true;
    try {
      const window = await this.#window;
      const read = await this.#pages(window.to);
      if (read.isMore) {
        const head = await this.feed.head();
        Object.assign(window, { from: head, to: head, changes: [] });
      } else {
        const all = [...window.changes, ...read.changes];
        const kept = all.slice(-mostKept);
        window.from = all.at(-mostKept - 1) ?? window.from;
        window.to = read.place;
        window.changes = kept;
      }
      if (read.changes.length === 0) return;
      this.#round += 1;
      for (const wake of this.#wakers) wake();
    } catch (error) {
      this.logger.warn({ err: error }, 'Changes of runs could not be read; the next poll will retry');
    } finally {
      this.#polling = false;
    }
  }

  async #pages(place: FeedPosition): Promise<ChangesRead> {
    const changes: RunChange[] = [];
    let read: ChangesRead = { changes: [], place, isMore: true };
    for (let page = 0; page < mostPages && read.isMore; page += 1) {
      read = await this.feed.read(read.place, pageSize);
      changes.push(...read.changes);
    }
    return { ...read, changes };
  }
}
