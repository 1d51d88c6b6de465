/** The only source of wall-clock time for everything outside infrastructure. */
export abstract class Clock {
  #ms = Number.NaN;
  #iso = '';

  abstract now(): Date;

  /** Milliseconds of a clock that is never set, for the time between two moments in one process. */
  steadyMs(): number {
    return this.now().getTime();
  }

  /** The time that the clock of the machine shows, right or wrong, in ms. Equal to `now` where nothing corrects it. */
  machineMs(): number {
    return this.now().getTime();
  }

  /** The time as ISO 8601, UTC. */
  iso(): string {
    return this.isoOf(this.now().getTime());
  }

  /** A time as ISO 8601, UTC. Many moments of a run fall into one millisecond, and writing one out costs more than asking for it. */
  isoOf(ms: number): string {
    if (ms !== this.#ms) {
      this.#ms = ms;
      this.#iso = new Date(ms).toISOString();
    }
    return this.#iso;
  }
}
