/** Length of the window after which the limit decides whether the process is overloaded, in ms. */
export const windowMs = 100;
/** A request in progress for more windows than that waits for something else and does not count as load. */
const busyWindows = 10;
/** With so many requests at the same time, appends are still grouped well. With fewer, the process would only be slower. */
const fewest = 64;
/** Full for so many windows, 5 s, is a state and not a moment. */
const lastingWindows = 50;
const shrinkTo = 0.7;
const growBy = 1.05;
/**
 * How many requests a process works on at the same time: up to `most`, and fewer while it is behind, so that admitted requests finish in
 * good time. The limit shrinks by a factor and grows in small steps (AIMD), like the window of a network connection.
 */
export class AdaptiveLimit {
  #limit: number;
  #inside = 0;
  /** How many of the requests in progress arrived in each of the latest windows. */
  readonly #recent = Array.from({ length: busyWindows }, () => 0);
  #window = busyWindows;
  #busy = 0;
  #mostBusy = 0;
  #fullWindows = 0;
  #stillWindows = 0;

  constructor(private readonly most: number) {
    this.#limit = most;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  get inside(): number {
    return this.#inside;
  }

  /** Whether the next request is refused. */
  get isFull(): boolean {
    return this.#inside >= this.most || this.#busy >= this.limit;
  }

  /** *full*: there has been no room for 5 s. *stuck*: and no request has ended in that time. */
  get standing(): 'open' | 'full' | 'stuck' {
    if (this.#stillWindows >= lastingWindows) return 'stuck';
    return this.#fullWindows >= lastingWindows ? 'full' : 'open';
  }

  /** Admits a request if there is room. @returns its ticket; undefined: there is no room */
  enter(): number | undefined {
    if (this.isFull) return undefined;
    this.#inside += 1;
    this.#busy += 1;
    this.#mostBusy = Math.max(this.#mostBusy, this.#busy);
    this.#add(this.#window, 1);
    return this.#window;
  }

  leave(ticket: number): void {
    this.#inside -= 1;
    this.#stillWindows = 0;
    if (ticket <= this.#window - busyWindows) return;
    this.#busy -= 1;
    this.#add(ticket, -1);
  }

  /** Is called at the end of each window. @param isBehind whether the process was overloaded in it */
  judge(isBehind: boolean): void {
    if (isBehind) {
      this.#limit = Math.max(Math.min(fewest, this.most), Math.min(this.#limit, this.#mostBusy) * shrinkTo);
    } else this.#limit = Math.min(this.most, this.#limit * growBy);
    this.#fullWindows = this.isFull ? this.#fullWindows + 1 : 0;
    this.#stillWindows = this.isFull ? this.#stillWindows + 1 : 0;
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
