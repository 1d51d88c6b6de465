import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.js';
import type { Site } from './folder/site.js';

export interface KeeperOptions {
  /** How long restarts of an ended server are retried. */
  readonly patienceMs: number;
  /** Called when the server could not be restarted; there are no more retries. */
  readonly onLost: (error: EmbeddedPostgresError) => void;
}

const firstPauseMs = 100;
const longestPauseMs = 10_000;
/** A server that has run for this long is not part of a series of crashes. */
const steadyMs = 60_000;

/** Restarts the server on the same port when it ends without `stop()`, with increasing backoff while it keeps ending. */
export class Keeper {
  #postmaster: Postmaster | undefined;
  #pauseMs = firstPauseMs;
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

  /** The running process; the first one when none runs. */
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
      this.site.log(`PostgreSQL (process ${this.pid}) ended unexpectedly; restarting it`, 'warn');
      if (performance.now() - since > steadyMs) this.#pauseMs = firstPauseMs;
      this.#postmaster = await this.#startAgain();
    }
  }

  /** Undefined when the server is stopped or cannot be restarted. */
  async #startAgain(): Promise<Postmaster | undefined> {
    const giveUpAt = performance.now() + this.options.patienceMs;
    while (await this.#pause()) {
      try {
        const postmaster = (await findPostmaster(this.site)) ?? (await launchPostmaster(this.site, this.first.port));
        this.site.log(`PostgreSQL was restarted, process ${postmaster.pid}`);
        return postmaster;
      } catch (cause) {
        const error = EmbeddedPostgresError.from(cause, 'restarting the server');
        if (performance.now() > giveUpAt) {
          this.options.onLost(error);
          break;
        }
        this.site.log(error.message, 'warn');
      }
    }
    return undefined;
  }

  /** The wait before each attempt; false when `stop()` ended it. The first attempt waits too, because the end may belong to a stop. */
  async #pause(): Promise<boolean> {
    const { signal } = this.#stopping;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    return sleep(pauseMs, true, { signal }).catch(() => false);
  }
}
