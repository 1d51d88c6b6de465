/** So many items may begin in a window whatever else waits: forty a second. */
const fewest = 4;
/** More than a process can execute. */
export const mostBegun = 1000;
const shrinkTo = 0.7;
const growBy = 1.25;

/**
 * How many items of work a process may begin in one window of time: up to `mostBegun`, but fewer and fewer while its requests wait. It shrinks by a factor
 * and grows in small steps (AIMD), so that with both requests and work in plenty the processor stays busy and requests are still answered soon.
 */
export class WorkPace {
  #limit = mostBegun;
  #begun = 0;

  /** Items that may begin in one window. */
  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Items that may still begin in this window. */
  get room(): number {
    return Math.max(0, this.limit - this.#begun);
  }

  begin(): void {
    this.#begun += 1;
  }

  /** Ends a window. `isLate`: requests have waited for the processor or for the database in it. */
  judge(isLate: boolean): void {
    if (isLate) this.#limit = Math.max(fewest, Math.min(this.#limit, this.#begun) * shrinkTo);
    else this.#limit = Math.min(mostBegun, this.#limit * growBy + 1);
    this.#begun = 0;
  }
}
