/** How long the quickest may take at most: four times what it takes without load, within bounds. */
const patience = 4;
/** What it takes without load is what it took at its quickest, forgotten by a thousandth each window. */
const forget = 1.001;

interface Bounds {
  /** In ms. */
  readonly least: number;
  readonly most: number;
}

/** Tells a queue that stands from a burst: a burst makes many wait long, but only where there is always a queue even the quickest do. */
export class StandingQueue {
  #unloadedMs = Number.POSITIVE_INFINITY;

  /** @param quickestMs how long the quickest took since it was last asked, in ms; undefined: there was none */
  constructor(
    private readonly quickestMs: () => number | undefined,
    private readonly bounds: Bounds,
  ) {}

  /** To be asked at the end of each window: whether even the quickest of it took too long. */
  stands(): boolean {
    const quickestMs = this.quickestMs();
    if (quickestMs === undefined) return false;
    this.#unloadedMs = Math.min(this.#unloadedMs * forget, quickestMs);
    const { least, most } = this.bounds;
    return quickestMs > Math.min(most, Math.max(least, patience * this.#unloadedMs));
  }
}
