/** How many documents one process reads at the same time: each costs a core and up to a gigabyte. */
const slots = 2;

/** Documents wait here only for a moment; those that find no slot wait in the queue, where they take no hand from other work. */
export class ReadingSlots {
  #taken = 0;

  /** @returns how to give it back; undefined when there is none */
  take(): (() => void) | undefined {
    if (this.#taken >= slots) return undefined;
    this.#taken += 1;
    let isTaken = true;
    return () => {
      if (isTaken) this.#taken -= 1;
      isTaken = false;
    };
  }
}
