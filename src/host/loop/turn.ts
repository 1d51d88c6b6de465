const turnMs = 8;

/** Long work on the event loop: lets everything else have its turn after 8 ms. */
export class Turn {
  #endsAt = performance.now() + turnMs;

  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** Resolves when other work of the process had its turn. */
  async yield(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#endsAt = performance.now() + turnMs;
  }
}
