import { setTimeout as pause } from 'node:timers/promises';
import type { Activity } from '#ledger/signals/activity.js';
import { lookEveryMs, type Turns } from './turns.js';

const firstRetryMs = 250;
const longestRetryMs = 30_000;

interface SoleWork {
  /** The same in all processes. */
  readonly task: string;
  /** @returns whether more is ready */
  readonly step: (signal: AbortSignal) => Promise<boolean>;
  /** The pause after a step that leaves nothing; in quiet times it is longer. */
  readonly pauseMs: number;
  /** Is called before a step if others may have done steps since the last one of this process, or if that has failed: what it remembers may be outdated. */
  readonly onDoubt?: () => void;
  /** Whether the work waits for something that no sign in `Activity` shows. */
  readonly isWaiting?: () => boolean;
  readonly onError: (error: unknown) => void;
}

/** Work that one process at a time does, step by step. When the process dies, another one continues. A step that fails is retried. */
export class SoleLoop {
  readonly #stopping = new AbortController();
  #loop: Promise<void> = Promise.resolve();
  /** The last step was that of this process, and has succeeded. */
  #isSure = false;

  constructor(
    private readonly turns: Turns,
    private readonly activity: Activity,
    private readonly work: SoleWork,
  ) {}

  start(): void {
    this.#loop = this.#run();
  }

  /** Waits until the present step has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops'));
    await this.#loop;
    await this.turns.release(this.work.task);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { task, pauseMs, isWaiting, onError } = this.work;
    for (let failures = 0; !signal.aborted;) {
      const since = this.activity.begin();
      try {
        const isOurs = await this.turns.has(task);
        const isMore = isOurs && (await this.#step(signal));
        this.#isSure = isOurs;
        failures = 0;
        if (!isMore) await this.activity.rest(isOurs ? pauseMs : lookEveryMs, signal, isOurs && isWaiting?.() !== true ? { since } : {});
      } catch (error) {
        if (signal.aborted) return;
        onError(error);
        await pause(Math.min(firstRetryMs * 2 ** failures, longestRetryMs), undefined, { signal }).catch(() => undefined);
        failures += 1;
      }
    }
  }

  #step(signal: AbortSignal): Promise<boolean> {
    if (!this.#isSure) this.work.onDoubt?.();
    this.#isSure = false;
    return this.work.step(signal);
  }
}
