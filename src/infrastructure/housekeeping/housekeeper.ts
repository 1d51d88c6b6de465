const firstAfterMs = 5000;
const everyMs = 10 * 60_000;

/** A task that may run at any time, in several processes at once, and that is tried again when it fails. */
export type Chore = () => Promise<unknown>;

/** Does what has to be done now and then: rows that nobody may read any more, partitions of the months to come. */
export class Housekeeper {
  readonly #chores: Chore[] = [];
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> = Promise.resolve();

  constructor(private readonly onError: (error: unknown) => void) {}

  add(chore: Chore): void {
    this.#chores.push(chore);
  }

  start(): void {
    this.#schedule(firstAfterMs);
  }

  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#round;
  }

  /** Does every chore once. */
  async tidy(): Promise<void> {
    for (const chore of this.#chores) await chore().catch(this.onError);
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
