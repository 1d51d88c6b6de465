import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.js';
import type { Site } from './folder/site.js';

export interface KeeperOptions {
  /** How long a server that ended is tried to be started again. */
  readonly patienceMs: number;
  /** It could not be; nothing is tried any more. */
  readonly onLost: (error: EmbeddedPostgresError) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A server that has stood for so long does not belong to a row of crashes. */
const STEADY_MS = 60_000;

/** Starts the server again, on the same port, whenever it ends without `stop()`; more and more slowly while it keeps ending. */
export class Keeper {
  #postmaster: Postmaster | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  readonly #stopping = new AbortController();
  readonly #watch: Promise<void>;

  constructor(
    private readonly site: Site,
    private readonly first: Postmaster,
    private readonly options: KeeperOptions,
  ) {
    this.#postmaster = first;
    this.#watch = this.#keep();
  }

  /** The process that serves; the first one when none does. */
  get pid(): number {
    return (this.#postmaster ?? this.first).pid;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#watch;
    if (this.#postmaster) await stopPostmaster(this.#postmaster);
  }

  async #keep(): Promise<void> {
    const stopped = once(this.#stopping.signal, 'abort');
    while (this.#postmaster) {
      const since = performance.now();
      await Promise.race([this.#postmaster.ended, stopped]);
      if (this.#stopping.signal.aborted) return;
      this.site.log(`PostgreSQL (process ${this.pid}) has ended although nobody here stopped it; starting it again`, 'warn');
      if (performance.now() - since > STEADY_MS) this.#pauseMs = FIRST_PAUSE_MS;
      this.#postmaster = await this.#startAgain();
    }
  }

  /** Undefined when it is not to be, or cannot be. */
  async #startAgain(): Promise<Postmaster | undefined> {
    const giveUpAt = performance.now() + this.options.patienceMs;
    while (await this.#pause()) {
      try {
        const postmaster = (await findPostmaster(this.site)) ?? (await launchPostmaster(this.site, this.first.port));
        this.site.log(`PostgreSQL runs again, process ${postmaster.pid}`);
        return postmaster;
      } catch (cause) {
        const error = EmbeddedPostgresError.from(cause, 'starting the server again');
        if (performance.now() > giveUpAt) {
          this.options.onLost(error);
          break;
        }
        this.site.log(error.message, 'warn');
      }
    }
    return undefined;
  }

  /** The wait before each attempt; false when `stop()` ended it. Even the first: clients leave before a stop, and a server may leave with them. */
  async #pause(): Promise<boolean> {
    const { signal } = this.#stopping;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    return sleep(pauseMs, true, { signal }).catch(() => false);
  }
}
