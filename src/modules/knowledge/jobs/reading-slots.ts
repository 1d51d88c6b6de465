/** How many documents one process reads at the same time: each costs a core and up to a gigabyte. */
const slots = 2;
/** Documents that wait for a slot in this process, so that none stays free; each takes a hand from other work. */
const mostWaiting = 4;

/** Lets a few documents wait; the others are sent back to the queue. */
export class ReadingSlots {
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  /** @returns how to give the slot back; undefined when too many wait for one already */
  async take(): Promise<(() => void) | undefined> {
    if (this.#taken < slots) this.#taken += 1;
    else if (this.#waiting.length < mostWaiting) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else return undefined;
    let isTaken = true;
    return () => {
      if (isTaken) this.#giveBack();
      isTaken = false;
    };
  }

  /** Whoever waits longest gets it at once. */
  #giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}
