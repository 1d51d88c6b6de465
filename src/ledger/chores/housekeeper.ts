import { setTimeout as pause } from 'node:timers/promises';

const firstAfterMs = 5000;
const everyMs = 10 * 60_000;
/** A chore that takes longer continues beside the others. */
const patienceMs = 30_000;

/**
 * A task that may run at any time, in several processes at once, and that is retried when it fails. A long task ends when the signal
 * aborts.
 */
export type Chore = (signal: AbortSignal) => Promise<unknown>;

/** Runs periodic tasks: deletes expired rows, makes the partitions of the next months. */
export class Housekeeper {
  readonly #chores: Chore[] = [];
  readonly #underWay = new Map<Chore, Promise<void>>();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(
    private readonly onError: (error: unknown) => void,
    private readonly patience = patienceMs,
  ) {}

  add(chore: Chore): void {
    this.#chores.push(chore);
  }

  start(): void {
    this.#schedule(firstAfterMs);
  }

  /** Waits until each chore has ended at its next step. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The server stops'));
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#round;
    await Promise.all(this.#underWay.values());
  }

  /** Does every chore once, one after the other; one that takes long is not waited for, and not begun again before it is done. */
  async tidy(): Promise<void> {
    for (const chore of this.#chores) {
      if (this.#stopping.signal.aborted) return;
      await this.#withPatience(this.#underWay.get(chore) === undefined ? this.#begin(chore) : Promise.resolve());
    }
  }

  async #begin(chore: Chore): Promise<void> {
    const { signal } = this.#stopping;
    const work = chore(signal)
      .catch((error: unknown) => (signal.aborted ? undefined : this.onError(error)))
      .then(() => void this.#underWay.delete(chore));
    this.#underWay.set(chore, work);
    await work;
  }

  async #withPatience(work: Promise<void>): Promise<void> {
    const waiting = new AbortController();
    const { signal } = waiting;
    await Promise.race([work, pause(this.patience, undefined, { signal, ref: false }).catch(() => undefined)]);
    waiting.abort();
  }

  #schedule(afterMs: number): void {
    this.#timer = setTimeout(() => {
      this.#round = this.tidy().then(() => {
        if (this.#timer !== undefined) this.#schedule(everyMs);
      });
    }, afterMs);
    this.#timer.unref();
  }
}
