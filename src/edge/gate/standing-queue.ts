/** The quickest request may take at most four times as long as without load, within bounds. */
const patience = 4;
/** The time without load is the shortest time measured. It grows by a thousandth each window. */
const forget = 1.001;

interface Bounds {
  /** In ms. */
  readonly least: number;
  readonly most: number;
}

/** Tells a standing queue from a burst, like CoDel: a burst makes many requests wait, but only in a standing queue does even the quickest one wait. */
export class StandingQueue {
  #unloadedMs = Number.POSITIVE_INFINITY;

  /** @param quickestMs how long the quickest took since it was last asked, in ms; undefined: there was none */
  constructor(
    private readonly quickestMs: () => number | undefined,
    private readonly bounds: Bounds,
  ) {}

  /** Is called at the end of each window: whether even its quickest request took too long. */
  stands(): boolean {
    const quickestMs = this.quickestMs();
    return quickestMs !== undefined && this.#isLong(quickestMs);
  }

  #isLong(quickestMs: number): boolean {
    this.#unloadedMs = Math.min(this.#unloadedMs * forget, quickestMs);
    const { least, most } = this.bounds;
    return quickestMs > Math.min(most, Math.max(least, patience * this.#unloadedMs));
  }
}
