import type { Signals } from './signals.js';

export const activityTopic = 'activity';

const quietAfterMs = 60_000;
const longestRestMs = 1_000;
/** Shorter than a quiet minute, so that the loops of other processes do not slow down while this one works. */
const toldEveryMs = 20_000;

/** What a test replaces. */
export interface ActivityPace {
  /** How long loops rest while nothing happens, in ms. Default: one second. */
  readonly longestRestMs?: number;
  /** A clock in ms that never jumps. */
  readonly now?: () => number;
}

/**
 * Whether the processes of this installation have work. Loops that look for work rest between two looks: as long as they ask for while
 * there is work, and a second once there has been none for a minute. What happens in any process replaces that second by the usual rest.
 */
export class Activity {
  readonly #longestRestMs: number;
  readonly #now: () => number;
  readonly #resting = new Set<() => void>();
  #notedAt: number;
  #toldAt = -Infinity;

  constructor(
    private readonly signals: Signals,
    pace: ActivityPace = {},
  ) {
    this.#longestRestMs = pace.longestRestMs ?? longestRestMs;
    this.#now = pace.now ?? (() => performance.now());
    this.#notedAt = this.#now();
    signals.on(activityTopic, () => this.#stir());
  }

  get isQuiet(): boolean {
    return this.#now() - this.#notedAt >= quietAfterMs;
  }

  /** How many loops rest until something happens, or for a second. */
  get resting(): number {
    return this.#resting.size;
  }

  /** Something has happened that loops may have to follow. Other processes learn of it at most every 20 s. */
  note(): void {
    if (this.#now() - this.#toldAt >= toldEveryMs) this.signals.send(activityTopic);
    else this.#notedAt = this.#now();
  }

  /** Resolves after `ms`, in quiet times later, but at most `ms` after the next activity; at once when the signal aborts. */
  rest(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    const { isQuiet } = this;
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        this.#resting.delete(shorten);
        signal.removeEventListener('abort', end);
        resolve();
      };
      // All loops at once would keep the work that has come from its connection and processor.
      const shorten = (): void => {
        clearTimeout(timer);
        timer = setTimeout(end, ms);
        this.#resting.delete(shorten);
      };
      let timer = setTimeout(end, isQuiet ? Math.max(ms, this.#longestRestMs) : ms);
      signal.addEventListener('abort', end, { once: true });
      if (isQuiet) this.#resting.add(shorten);
    });
  }

  #stir(): void {
    this.#notedAt = this.#toldAt = this.#now();
    for (const shorten of this.#resting) shorten();
  }
}
