import type { Json } from '#kernel/json.js';

/** One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds. */
export interface TraceSpan {
  readonly id: string;
  readonly name: string;
  /** Type of the block; `workflow` for the run itself, `loop-iteration` and `parallel-iteration` for a pass or a branch. */
  readonly type: string;
  /** Whether the block succeeded. */
  readonly status: 'success' | 'error';
  /** When the span started. */
  readonly startTime: string;
  /** When it ended. */
  readonly endTime: string;
  /** How long it took, in ms. */
  readonly duration: number;
  /** From the start of the run. */
  readonly relativeStartMs: number;
  /** The block; absent for a run, a pass or a branch. */
  readonly blockId?: string;
  /** Of blocks, from 1, in the order of starting. */
  readonly executionOrder?: number;
  /** Input of the block. */
  readonly input?: Json;
  /** Output of the block. */
  readonly output?: Json;
  /** An `error` edge took over. */
  readonly errorHandled?: true;
  /** Why it failed. */
  readonly errorMessage?: string;
  /** Something that the author should know although the block did not fail. */
  readonly warning?: string;
  /** The block has begun to wait and has not gone on. */
  readonly paused?: true;
  /** How long the block waited, ms. */
  readonly waitedMs?: number;
  /** Present when the block ran more than once. */
  readonly tries?: number;
  /** Set if the block did not run: the outcome is copied from the run that this one repeats. */
  readonly recorded?: true;
  /** The container and the pass or branch of it, on the span of that and of each block directly inside. */
  readonly loopId?: string;
  /** Id of the enclosing parallel. */
  readonly parallelId?: string;
  /** Index of the pass or branch, from 0. */
  readonly iterationIndex?: number;
  /** The workflow that the block ran. */
  readonly childWorkflowId?: string;
  /** The run of that workflow. */
  readonly childExecutionId?: string;
  /** What ran inside. */
  readonly children: readonly TraceSpan[];
}

/** Names and types of the blocks of a deployed document. */
export type BlockLabels = Readonly<Record<string, { readonly name: string; readonly type: string }>>;

/** The labels of a version of a workflow. */
export type LabelsOf = (workflowId: string, version: number) => BlockLabels;
