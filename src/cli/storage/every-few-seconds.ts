import type { Clock } from '#kernel/clock.js';

const pauseMs = 2000;

/** Progress lines, at most one every two seconds. */
export class EveryFewSeconds {
  #shownAt: number;

  constructor(
    private readonly show: (line: string) => void,
    private readonly clock: Clock,
  ) {
    this.#shownAt = clock.now().getTime();
  }

  say(line: string): void {
    const now = this.clock.now().getTime();
    if (now < this.#shownAt + pauseMs) return;
    this.#shownAt = now;
    this.show(line);
  }
}
