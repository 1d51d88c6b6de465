import type { Invocation } from '#engine/schedule/invocation.js';

/** Why the work of blocks is stopped. One for all, since a stack costs more than the blocks of a small run. */
const ended = new Error('The run has ended');

/** For work that nobody waits for any more. */
export const stopped = AbortSignal.abort(ended);

/** What tells blocks at work to stop: one signal for each workflow in a run, made when a block asks for it. Most runs end before. */
export class BlockSignals {
  readonly #controllers = new Map<Invocation, AbortController>();
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  of(invocation: Invocation): AbortSignal {
    const known = this.#controllers.get(invocation);
    if (known !== undefined) return known.signal;
    const controller = new AbortController();
    this.#controllers.set(invocation, controller);
    if (this.#isOver) controller.abort(ended);
    return controller.signal;
  }

  /** Stops the workflow that a block ran, and those below it. */
  stopBelow(key: string): void {
    for (const [invocation, controller] of this.#controllers) {
      if (invocation.caller === null || !`${invocation.caller.key}()/`.startsWith(`${key}()/`)) continue;
      controller.abort(ended);
      this.#controllers.delete(invocation);
    }
  }

  stopAll(): void {
    this.#isOver = true;
    for (const controller of this.#controllers.values()) controller.abort(ended);
  }
}
