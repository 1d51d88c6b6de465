/** The only source of wall-clock time for everything outside infrastructure. */
export abstract class Clock {
  #ms = Number.NaN;
  #iso = '';

  abstract now(): Date;

  /** The time as ISO 8601, UTC. Many moments of a run fall into one millisecond, and writing one out costs more than asking for it. */
  iso(): string {
    const now = this.now();
    const ms = now.getTime();
    if (ms !== this.#ms) {
      this.#ms = ms;
      this.#iso = now.toISOString();
    }
    return this.#iso;
  }
}
