import type { Timers } from '#kernel/timers.js';
import type { Turns } from './turns.js';

const firstRetryMs = 250;
const longestRetryMs = 30_000;

interface SoleWork {
  /** The same in all processes. */
  readonly task: string;
  /** @returns whether more is ready */
  readonly step: (signal: AbortSignal) => Promise<boolean>;
  /** The pause after a step that leaves nothing. */
  readonly pauseMs: number;
  readonly onError: (error: unknown) => void;
}

/** Work that one process at a time does, step by step. When the process dies, another one continues. A step that fails is retried. */
export class SoleLoop {
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();

  constructor(
    private readonly turns: Turns,
    private readonly timers: Timers,
    private readonly work: SoleWork,
  ) {}

  start(): void {
    this.#loop = this.#run();
  }

  /** Waits until the present step has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops'));
    await this.#loop;
    await this.turns.close();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { task, step, pauseMs, onError } = this.work;
    for (let failures = 0; !signal.aborted;) {
      try {
        const isMore = (await this.turns.has(task)) && (await step(signal));
        failures = 0;
        if (!isMore) await this.#rest(pauseMs);
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        await this.#rest(Math.min(firstRetryMs * 2 ** failures, longestRetryMs));
        failures += 1;
      }
    }
  }

  async #rest(ms: number): Promise<void> {
    await this.timers.wait(ms, this.#stopping.signal).catch(() => undefined);
  }
}
