import type { Json } from '#kernel/json.js';

/** One piece of work in the trace of a run. Times are ISO 8601, durations milliseconds. */
export interface TraceSpan {
  readonly id: string;
  readonly name: string;
  /**
   * Type of the block; `workflow` for the run itself, `loop-iteration` and `parallel-iteration` for a pass or a branch, `model` and `tool` for the
   * calls of an agent.
   */
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
  /**
   * What became of a call of an agent. *in-flight*: it has not ended. *abandoned*: the process was lost during the call, which was made again.
   * *denied*: a person refused it. *unknown*: the process was lost, and the call was not repeated.
   */
  readonly outcome?: 'answered' | 'failed' | 'abandoned' | 'denied' | 'unknown' | 'in-flight';
  /** The model, as its provider is named. */
  readonly model?: string;
  /** Id of the provider of the model. */
  readonly provider?: string;
  /** Tokens of a call; on agents and on the run, of all their calls. */
  readonly tokens?: SpanTokens;
  /** Cost of a call; on agents, of all their calls, and on the run with its base charge. Null when no price is known. */
  readonly cost?: SpanCost | null;
  /** Time until the first token arrived, in ms. */
  readonly firstTokenMs?: number;
  /** Why the model stopped. */
  readonly finishReason?: string;
  /** Set if tokens were counted by the server, because the provider reported none. */
  readonly isEstimated?: true;
  /** By the names of the conventions of OpenTelemetry for generative AI. */
  readonly attributes?: Readonly<Record<string, Json>>;
  /** What ran inside. */
  readonly children: readonly TraceSpan[];
}

/** Cached tokens are part of `input`, reasoning tokens of `output`. */
export interface SpanTokens {
  /** What the model has read. */
  readonly input: number;
  /** What the model has written. */
  readonly output: number;
  /** The sum of input and output. */
  readonly total: number;
  /** Tokens of the input that came from a cache. */
  readonly cacheRead: number;
  /** Tokens of the input that were put into a cache. */
  readonly cacheWrite: number;
  /** Tokens of the output that were reasoning. */
  readonly reasoning: number;
}

/** In US dollars. */
export interface SpanCost {
  /** Cost of what the model has read. */
  readonly input: number;
  /** Cost of what the model has written. */
  readonly output: number;
  /** The sum of both, on the run with its base charge. */
  readonly total: number;
}

/** Names and types of the blocks of a deployed document. */
export type BlockLabels = Readonly<Record<string, { readonly name: string; readonly type: string }>>;

/** The labels of a version of a workflow. */
export type LabelsOf = (workflowId: string, version: number) => BlockLabels;
