import { defineEvent, type EventOf } from '#kernel/event.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { defineStream } from '#kernel/stream.js';
import type { Answer, Pause } from './pause.js';

export type ExecutionTrigger = 'api' | 'manual' | 'chat' | 'webhook' | 'schedule' | 'workflow';
export type ExecutionMode = 'sync' | 'async' | 'stream';
/** *recorded*: what touched the outside is told again from the record. *live*: it is done again. */
export type ReplayMode = 'recorded' | 'live';

/** The run that a replay repeats. */
export type RunOrigin = {
  /** Ours, whatever its caller called it. */
  executionId: string;
  mode: ReplayMode;
  /** The block that the replay begins with, by id or by its name within the run; absent: it begins at the start. */
  from?: string;
};

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
  /** Always empty, and only in events of releases before 0.1.0. No code reads it. */
  engineFlags?: readonly number[];
  /** The id that the caller chose with X-Execution-Id. */
  callerExecutionId?: string;
  /** Present when the run repeats another one. */
  origin?: RunOrigin;
  /** What whoever streams the run wants to see while it goes on, as they named it; absent: nothing in particular. */
  selectedOutputs?: readonly string[];
  startedAt: string;
  deadlineAt: string;
}>();

/*
 * The values of secrets never stand in an event: `{{NAME}}` does, wherever one turns up. `sealed` then holds the fields that the
 * rest of the run needs with their real values, encrypted.
 */

/** What a block did. `node` is the block id, prefixed by its scope inside containers (`loop[0]/inner`) and child workflows (`caller()/inner`). */
interface BlockRun {
  node: string;
  blockId: string;
  /** Resolved inputs as shown in traces. */
  input: Json;
  startedAt: string;
  endedAt: string;
  /** Present from the second try on. */
  tries?: number;
  /** The block did not run here: this is what it came to in the run that this one repeats. */
  recorded?: true;
  sealed?: string;
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

/**
 * A loop or a parallel knows what it goes through. Its passes (branches) follow from this and from how the blocks inside end;
 * `node` of a block inside is `<node of the container>[<index>]/<block id>`.
 */
export const ContainerEntered = defineEvent('execution.container-entered')<{
  node: string;
  blockId: string;
  /** Passes or branches; null when a condition decides before each pass. */
  count: number | null;
  /** What each of them is about. */
  items: Json[] | null;
  /** Most branches at once; a loop has one pass at a time. */
  atOnce: number;
  /** Whether the condition is asked before the first pass already. */
  asksFirst: boolean;
  input: Json;
  startedAt: string;
  sealed?: string;
}>();

/** The condition of a loop was asked whether pass `index` is to be made. */
export const PassDecided = defineEvent('execution.pass-decided')<{
  node: string;
  blockId: string;
  index: number;
  goesOn: boolean;
  /** Why the condition could not be decided, which ends the loop as if it did not hold. */
  problem?: string;
  at: string;
}>();

/** A block began to run another workflow within this run; `node` of a block of it is `<node of the caller>()/<block id>`. */
export const ChildEntered = defineEvent('execution.child-entered')<{
  node: string;
  blockId: string;
  workflowId: string;
  workflowName: string;
  deploymentVersion: number;
  /** Names this use of the workflow in traces. */
  childExecutionId: string;
  input: Json;
  startedAt: string;
  sealed?: string;
}>();

/** A block waits for longer than a process may live. */
export const BlockPaused = defineEvent('execution.block-paused')<{
  node: string;
  blockId: string;
  pause: Pause;
  input: Json;
  /** What others see of the block while it waits. */
  output: JsonObject;
  startedAt: string;
  pausedAt: string;
  sealed?: string;
}>();

/** Those who are asked were told a second time. */
export const PauseReminded = defineEvent('execution.pause-reminded')<{ node: string; blockId: string; at: string }>();

/** A pause is over: its moment has come, nobody answered in time, or it was answered. */
export const PauseEnded = defineEvent('execution.pause-ended')<{
  node: string;
  blockId: string;
  reason: 'due' | 'expired' | 'answered';
  /** The answer, or what stands in for it. */
  input: Json;
  answers: Answer[];
  /** The resume that carries the answer. */
  resumeId?: string;
  at: string;
  sealed?: string;
}>();

/** Nothing can go on before a pause is over: the run leaves its process. */
export const ExecutionPaused = defineEvent('execution.paused')<{
  output: Json;
  /** When the earliest pause ends by itself; null when somebody has to end it. */
  resumeAt: string | null;
  pausedAt: string;
}>();

/** A pause is over. The time that the run waited does not count against its deadline, so it has a new one. */
export const ExecutionResumed = defineEvent('execution.resumed')<{ owner: string; fence: number; deadlineAt: string; at: string }>();

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

/** What a run has spent, told at its end. Absent when that is the base charge alone. */
interface RunEnd {
  endedAt: string;
  durationMs: number;
  spent?: {
    /** US dollars in all, the base charge included. */
    costUsd: number;
    /** AI models that its blocks have used. */
    models: string[];
  };
}

export const ExecutionCompleted = defineEvent('execution.completed')<
  RunEnd & {
    output: Json;
    /** Present when a Response block ended the run: what a synchronous caller is answered with. */
    response?: { status: number; headers: Record<string, string> };
  }
>();

export const ExecutionFailed = defineEvent('execution.failed')<
  RunEnd & {
    error: string;
    reason: 'block' | 'timeout' | 'quarantined' | 'engine';
    blockId?: string;
    output: Json;
  }
>();

export const ExecutionCancelled = defineEvent('execution.cancelled')<
  RunEnd & {
    /** What the run had come to. */
    output?: Json;
    /** Absent when somebody wanted just this run to end. */
    reason?: 'workspace-deleted';
  }
>();

export const executionEvents = [
  ExecutionStarted,
  BlockCompleted,
  BlockFailed,
  ContainerEntered,
  PassDecided,
  ChildEntered,
  BlockPaused,
  PauseReminded,
  PauseEnded,
  EffectIntended,
  ExecutionRecovered,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionCancelled,
] as const;

export type ExecutionEvent = EventOf<typeof executionEvents>;
export const executionStream = defineStream('execution', 'run', executionEvents);
