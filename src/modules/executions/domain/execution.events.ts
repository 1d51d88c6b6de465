import { defineEvent, type EventOf } from '#kernel/event.js';
import type { Json, JsonObject } from '#kernel/json.js';

export type ExecutionTrigger = 'api' | 'manual' | 'chat' | 'webhook' | 'schedule';
export type ExecutionMode = 'sync' | 'async' | 'stream';

/** First event of every run. All that later decisions depend on is pinned here. */
export const ExecutionStarted = defineEvent('execution.started')<{
  workflowId: string;
  workspaceId: string;
  deploymentVersion: number;
  trigger: ExecutionTrigger;
  mode: ExecutionMode;
  input: Json;
  userId: string;
  /** Who pays for the run: an organization or, for users without one, the user. */
  accountId: string;
  /** US dollars that the run costs whatever it does; blocks may add to it. */
  baseChargeUsd: number;
  startBlockId: string;
  /** Numbered engine behaviours in force for this run. */
  engineFlags: readonly number[];
  /** The id that the caller chose with X-Execution-Id. */
  callerExecutionId?: string;
  startedAt: string;
  deadlineAt: string;
}>();

/** What a block did. `node` is the block id, prefixed by its scope inside containers (`loop[0]/inner`). */
interface BlockRun {
  node: string;
  blockId: string;
  /** Resolved inputs as shown in traces. */
  input: Json;
  startedAt: string;
  endedAt: string;
  /** Present from the second try on. */
  tries?: number;
}

export const BlockCompleted = defineEvent('execution.block-completed')<
  BlockRun & {
    output: JsonObject;
    /** The source handle that fires; null when no outgoing path was chosen. */
    handle: string | null;
    stdout?: string;
    /** Present when the block ended the run, so that a recovered run knows it too. */
    response?: { status: number; headers: Record<string, string> };
    /** Variables that the block assigned, by their names as written. */
    variables?: JsonObject;
  }
>();

export const BlockFailed = defineEvent('execution.block-failed')<
  BlockRun & {
    error: string;
    /** True when an `error` edge takes over. */
    handled: boolean;
    output: JsonObject;
    stdout?: string;
  }
>();

/** Written and durable before the outside is touched. The key goes along as `Idempotency-Key` on every try. */
export const EffectIntended = defineEvent('execution.effect-intended')<{
  node: string;
  blockId: string;
  effectKey: string;
  kind: string;
  target: string;
  at: string;
}>();

/** Another owner took the run over after its owner was lost. Fences the former owner: its next append is stale. */
export const ExecutionRecovered = defineEvent('execution.recovered')<{ owner: string; fence: number; at: string }>();

export const ExecutionCompleted = defineEvent('execution.completed')<{
  output: Json;
  /** Present when a Response block ended the run: what a synchronous caller is answered with. */
  response?: { status: number; headers: Record<string, string> };
  endedAt: string;
  durationMs: number;
}>();

export const ExecutionFailed = defineEvent('execution.failed')<{
  error: string;
  reason: 'block' | 'timeout' | 'quarantined' | 'engine';
  blockId?: string;
  output: Json;
  endedAt: string;
  durationMs: number;
}>();

export const ExecutionCancelled = defineEvent('execution.cancelled')<{
  /** What the run had come to. */
  output?: Json;
  endedAt: string;
  durationMs: number;
}>();

export const executionEvents = [
  ExecutionStarted,
  BlockCompleted,
  BlockFailed,
  EffectIntended,
  ExecutionRecovered,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionCancelled,
] as const;

export type ExecutionEvent = EventOf<typeof executionEvents>;
