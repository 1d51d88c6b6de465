import type { QuietSign, QuietSigns } from './quiet-signs.js';
import type { Signals } from './signals.js';

export const activityTopic = 'activity';

const quietAfterMs = 60_000;
const lookEveryMs = 1_000;
const longestRestMs = 60_000;
/** A look that takes longer counts as one without an answer. */
const lookPatienceMs = 3_000;
/** Shorter than a quiet minute, so that the loops of other processes do not slow down while this one works. */
const toldEveryMs = 20_000;

/** What a test replaces. */
export interface ActivityPace {
  /** The pause between two looks in quiet times, in ms, and how long loops rest that look themselves. Default: one second. */
  readonly lookEveryMs?: number;
  /** How long loops rest at most while the look finds nothing, in ms. Default: a minute. */
  readonly longestRestMs?: number;
  /** A clock in ms that never jumps. */
  readonly now?: () => number;
}

interface RestOptions {
  /** When the round before this rest began, see `begin`. Without it the loop has looked for something that the look does not see. */
  readonly since?: number | undefined;
  readonly atMostMs?: number;
  /** Ends the rest at the moment at which a timer is due. */
  readonly untilDue?: boolean;
}

/** Why a rest has ended. *nothing*: the look has seen the whole time that there is nothing to do. */
export type RestEnd = 'news' | 'nothing';

interface Rest {
  readonly isLong: boolean;
  readonly untilDue: boolean;
  shorten(): void;
  end(): void;
}

/** What the look has found while nothing was left to do. */
interface Baseline {
  readonly sign: string;
  /** Rounds that began later have seen all that it contains. */
  readonly at: number;
}

/**
 * Whether the processes of this installation have work. Loops that look for work rest between two looks: as long as they ask for while
 * there is work. Once there has been none for a minute, one look a second for all of them replaces theirs, and they rest until it finds
 * something. What happens in any process replaces these rests by the usual ones at once.
 */
export class Activity {
  readonly #lookEveryMs: number;
  readonly #longestRestMs: number;
  readonly #now: () => number;
  readonly #resting = new Set<Rest>();
  readonly #listeners = new Set<() => void>();
  #notedAt: number;
  #toldAt = -Infinity;
  #baseline: Baseline | undefined;
  #reading: ReturnType<QuietSigns['read']> | undefined;
  #nextLook: NodeJS.Timeout | undefined;
  #due: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    private readonly signals: Signals,
    private readonly signs?: QuietSigns,
    pace: ActivityPace = {},
  ) {
    this.#lookEveryMs = pace.lookEveryMs ?? lookEveryMs;
    this.#longestRestMs = pace.longestRestMs ?? longestRestMs;
    this.#now = pace.now ?? (() => performance.now());
    this.#notedAt = this.#now();
    signals.on(activityTopic, () => this.#stir());
  }

  get isQuiet(): boolean {
    return this.#now() - this.#notedAt >= quietAfterMs;
  }

  /** How many loops rest until something happens, or for a second or longer. */
  get resting(): number {
    return this.#resting.size;
  }

  /** How many of them rely on the look. */
  get relying(): number {
    return [...this.#resting].filter(({ isLong }) => isLong).length;
  }

  /** From now on the look sees what a loop follows. */
  follow(sign: QuietSign): void {
    this.signs?.add(sign);
  }

  /** Whether a loop whose last round began at `since` may rest until the look finds something. */
  mayRely(since: number): boolean {
    return this.isQuiet && this.#baseline !== undefined && since >= this.#baseline.at;
  }

  /** How long such a loop may rest, in ms. Loops that began to rest together do not end it together: each would need a connection. */
  longestRest(since: number): number {
    return this.mayRely(since) ? this.#longestRestMs * (0.75 + 0.25 * Math.random()) : this.#lookEveryMs;
  }

  /** Calls a listener when nothing may rely on the look any more. @returns how to end it */
  onNews(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** A round of a loop begins. @returns what its rest needs afterwards */
  begin(): number {
    return this.#now();
  }

  /** Something has happened that loops may have to follow. Other processes learn of it at most every 20 s. */
  note(): void {
    if (this.#now() - this.#toldAt >= toldEveryMs) this.signals.send(activityTopic);
    else this.#notedAt = this.#now();
  }

  /**
   * Resolves after `ms`, in quiet times later, but at most `ms` after the next activity; at once when the signal aborts. A loop that says
   * when its round began rests until the look finds something: the round has then seen all that the look found before.
   */
  rest(ms: number, signal: AbortSignal, { since, atMostMs = Infinity, untilDue = false }: RestOptions = {}): Promise<RestEnd> {
    if (signal.aborted) return Promise.resolve('news');
    const { isQuiet } = this;
    if (isQuiet) this.#lookOn();
    const isLong = since !== undefined && this.mayRely(since);
    const longMs = since === undefined ? this.#lookEveryMs : Math.min(this.longestRest(since), atMostMs);
    return new Promise((resolve) => {
      const done = (reason: RestEnd): void => {
        clearTimeout(timer);
        this.#resting.delete(rest);
        signal.removeEventListener('abort', end);
        resolve(reason);
      };
      const end = (): void => done('news');
      // All loops at once would keep the work that has come from its connection and processor.
      const shorten = (): void => {
        clearTimeout(timer);
        timer = setTimeout(end, ms);
        this.#resting.delete(rest);
      };
      const rest: Rest = { isLong, untilDue, shorten, end };
      let timer = setTimeout(() => done(isLong ? 'nothing' : 'news'), isQuiet ? Math.max(ms, longMs) : ms);
      signal.addEventListener('abort', end, { once: true });
      if (isQuiet) this.#resting.add(rest);
    });
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#nextLook);
    clearTimeout(this.#due);
    this.#restAlone();
  }

  #stir(): void {
    this.#notedAt = this.#toldAt = this.#now();
    this.#restAlone();
    for (const { shorten } of this.#resting) shorten();
  }

  /** Looks once a second while loops rest. */
  #lookOn(): void {
    if (this.signs === undefined || this.#isStopped) return;
    this.#nextLook ??= setTimeout(() => void this.#lookOnce(), this.#lookEveryMs).unref();
  }

  async #lookOnce(): Promise<void> {
    // Without an answer nothing is known: each loop looks itself.
    const found = await this.#look();
    this.#nextLook = undefined;
    if (!this.isQuiet || this.#isStopped) return;
    if (found === undefined || found.isWaiting) this.#restAlone();
    else if (this.#baseline === undefined) this.#baseline = { sign: found.sign, at: this.#now() };
    else if (this.#baseline.sign !== found.sign) return this.#stir();
    const dueMs = found?.dueMs ?? Infinity;
    if (dueMs <= this.#lookEveryMs) this.#endWhenDue(dueMs);
    this.#lookOn();
  }

  /** What the signs say; undefined when they cannot be read in time. A read that hangs is the only one. */
  async #look(): ReturnType<QuietSigns['read']> {
    this.#reading ??= this.signs
      ?.read()
      .catch(() => undefined)
      .finally(() => (this.#reading = undefined));
    const patience = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => patience.resolve(undefined), lookPatienceMs).unref();
    const found = await Promise.race([this.#reading, patience.promise]);
    clearTimeout(timer);
    return found;
  }

  #endWhenDue(ms: number): void {
    clearTimeout(this.#due);
    this.#due = setTimeout(
      () => {
        for (const { untilDue, end } of this.#resting) if (untilDue) end();
      },
      Math.max(0, Math.ceil(ms)),
    ).unref();
  }

  /** The loops do not rely on the look any more. */
  #restAlone(): void {
    if (this.#baseline === undefined) return;
    this.#baseline = undefined;
    for (const { isLong, shorten } of this.#resting) if (isLong) shorten();
    for (const listener of this.#listeners) listener();
  }
}
