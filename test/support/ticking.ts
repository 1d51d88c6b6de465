import { Clock } from '#kernel/clock.js';

/** A clock by which no two moments are the same. */
export class Ticking extends Clock {
  #last = 0;

  now(): Date {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return new Date(this.#last);
  }

  /** A moment after all that has happened and before all that will. */
  look(): string {
    return this.now().toISOString();
  }
}
