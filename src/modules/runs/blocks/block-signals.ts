import type { Invocation } from '#engine/schedule/invocation.js';

/** The reason of every abort. All runs share it, because the stack of an error costs more than the blocks of a small run. */
const ended = new Error('The run has ended');

/** The signal for work whose result is not needed any more. */
export const stopped = AbortSignal.abort(ended);

/** The signals that stop running blocks: one for each workflow in a run, made on request. Most runs end without one. */
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
