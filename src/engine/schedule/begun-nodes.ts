import type { Invocation } from './invocation.js';
import type { ReadyNode } from './scheduler.js';

/** The nodes whose task is being executed by this process. They are lost with it, so they are no events. */
export class BegunNodes {
  readonly #keys = new Set<string>();

  begin({ key, scope }: ReadyNode): void {
    this.#keys.add(key);
    for (let at: Invocation | null = scope.invocation; at !== null; at = at.parent) at.inFlight += 1;
  }

  /** The task of a node is not executed any more. */
  land({ key, scope }: ReadyNode): void {
    if (!this.#keys.delete(key)) return;
    for (let at: Invocation | null = scope.invocation; at !== null; at = at.parent) at.inFlight -= 1;
  }

  /** The names of those below a path. */
  below(path: string): readonly string[] {
    return [...this.#keys].filter((key) => key.startsWith(`${path}/`));
  }
}
