import type { JsonObject } from '#kernel/json.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { Task } from '#engine/schedule/task.js';

/** One try of a task. */
export interface Attempt {
  readonly task: Task;
  readonly node: ReadyNode;
  /** Null for a task that reads no fields. */
  readonly inputs: BlockInputs | null;
  readonly startedAt: string;
  readonly tries: number;
  /** The arguments of a tool call. */
  readonly args?: JsonObject;
}

export type Begun = Attempt & {
  readonly inputs: BlockInputs;
  /** How often a fault of the infrastructure has stopped the block in this process. */
  readonly faults: number;
};
