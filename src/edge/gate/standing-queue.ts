/** Target for the shortest wait: four times the wait without load, within bounds. */
const patience = 4;
/** The wait without load is the shortest one seen; it decays by a thousandth in each window. */
const forget = 1.001;

interface Bounds {
  /** In ms. */
  readonly least: number;
  readonly most: number;
}

/** Distinguishes a standing queue from a burst, as CoDel does: a burst delays many requests, but only a standing queue delays even the fastest one. */
export class StandingQueue {
  #unloadedMs = Number.POSITIVE_INFINITY;

  /** @param quickestMs the shortest wait since the last call, in ms; undefined if there was no wait */
  constructor(
    private readonly quickestMs: () => number | undefined,
    private readonly bounds: Bounds,
  ) {}

  /** Call this at the end of each window. Returns whether even the shortest wait exceeded the target. */
  stands(): boolean {
    const quickestMs = this.quickestMs();
    if (quickestMs === undefined) return false;
    this.#unloadedMs = Math.min(this.#unloadedMs * forget, quickestMs);
    const { least, most } = this.bounds;
    return quickestMs > Math.min(most, Math.max(least, patience * this.#unloadedMs));
  }
}
