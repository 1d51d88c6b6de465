import type { BlockPaused, PauseEnded } from '../../execution.events.js';
import type { ReadyNode } from '../scheduler.js';
import type { Task } from '../task.js';

type Paused = ReturnType<typeof BlockPaused>['payload'];
type Ended = ReturnType<typeof PauseEnded>['payload'];

/** A paused block. */
export interface PausedNode {
  readonly node: ReadyNode;
  readonly paused: Paused;
  /** The reminder of a question was sent. */
  readonly isReminded: boolean;
}

/** The paused blocks of a run, in the order in which they paused. One whose pause has ended stays until the block ends. */
export class PausedNodes {
  readonly #paused = new Map<string, PausedNode & { readonly ended?: Ended }>();

  pause(node: ReadyNode, paused: Paused): void {
    this.#paused.set(node.key, { node, paused, isReminded: false });
  }

  remind(key: string): void {
    const paused = this.#paused.get(key);
    if (paused !== undefined) this.#paused.set(key, { ...paused, isReminded: true });
  }

  /** @returns the task that continues the block */
  end(ended: Ended): Task {
    const paused = this.#paused.get(ended.node);
    if (paused === undefined) throw new Error(`Block ${ended.node} does not wait`);
    this.#paused.set(ended.node, { ...paused, ended });
    return { kind: 'resume', node: paused.node, paused: paused.paused, ended };
  }

  has(key: string): boolean {
    return this.#paused.has(key);
  }

  /** The task that continues a block whose pause has ended; null while it waits. */
  pending(key: string): Task | null {
    const paused = this.#paused.get(key);
    if (paused?.ended === undefined) return null;
    return { kind: 'resume', node: paused.node, paused: paused.paused, ended: paused.ended };
  }

  /** Those that still wait. */
  waiting(): readonly PausedNode[] {
    return [...this.#paused.values()].filter(({ ended }) => ended === undefined);
  }

  drop(key: string): void {
    this.#paused.delete(key);
  }

  dropBelow(path: string): void {
    for (const key of this.#paused.keys()) if (key.startsWith(`${path}/`)) this.#paused.delete(key);
  }
}
