import { BlockCompleted, type ExecutionEvent } from '#engine/execution.events.js';
import type { Task } from '#engine/schedule/task.js';

/** Knows how blocks end without being run. */
export interface KnownOutcomes {
  /** How the block of a task ends `at` this moment (ISO 8601); undefined when it is to run. */
  outcomeOf(task: Task, at: string): ExecutionEvent | undefined;
}

/** How a pinned block ends; undefined for a block that has no pin. */
export function pinnedOutcome({ kind, node: { key, block } }: Task, now: () => string): ExecutionEvent | undefined {
  const { pin } = block;
  if (pin === undefined || kind !== 'run') return undefined;
  const at = now();
  const { output, handle = 'source' } = pin;
  return BlockCompleted({ node: key, blockId: block.id, input: null, output, handle, startedAt: at, endedAt: at, pinned: true });
}
