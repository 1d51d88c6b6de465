/** Length of one evaluation window, in ms. */
export const windowMs = 100;
/** A request that is in progress for more windows than this waits for an external system and does not count as load. */
const busyWindows = 10;
/** Lower bound of the limit: with fewer requests, appends are grouped less well and the process only becomes slower. */
const fewest = 64;
const shrinkTo = 0.7;
const growBy = 1.05;
/**
 * Limit of requests in progress, in the manner of AIMD, like the congestion window of TCP: it shrinks by a factor while the process is overloaded, and
 * grows in small steps up to `most` otherwise, so that admitted requests finish in time.
 */
export class AdaptiveLimit {
  #limit: number;
  #inside = 0;
  /** Requests in progress by the window in which they arrived. */
  readonly #recent = Array.from({ length: busyWindows }, () => 0);
  #window = busyWindows;
  #busy = 0;
  #mostBusy = 0;

  constructor(private readonly most: number) {
    this.#limit = most;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  get inside(): number {
    return this.#inside;
  }

  /** Admits a request below the limit. @returns its ticket; undefined if the limit is reached */
  enter(): number | undefined {
    if (this.#inside >= this.most || this.#busy >= this.limit) return undefined;
    this.#inside += 1;
    this.#busy += 1;
    this.#mostBusy = Math.max(this.#mostBusy, this.#busy);
    this.#add(this.#window, 1);
    return this.#window;
  }

  leave(ticket: number): void {
    this.#inside -= 1;
    if (ticket <= this.#window - busyWindows) return;
    this.#busy -= 1;
    this.#add(ticket, -1);
  }

  /** Call this at the end of each window. @param isBehind whether the process was overloaded in it */
  judge(isBehind: boolean): void {
    if (isBehind) {
      this.#limit = Math.max(Math.min(fewest, this.most), Math.min(this.#limit, this.#mostBusy) * shrinkTo);
    } else this.#limit = Math.min(this.most, this.#limit * growBy);
    this.#window += 1;
    const gone = this.#recent[this.#window % busyWindows] ?? 0;
    this.#busy -= gone;
    this.#add(this.#window, -gone);
    this.#mostBusy = this.#busy;
  }

  #add(window: number, count: number): void {
    this.#recent[window % busyWindows] = (this.#recent[window % busyWindows] ?? 0) + count;
  }
}
