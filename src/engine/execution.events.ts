import { defineEvent, type EventOf } from '#kernel/event.js';
import type { Json, JsonObject } from '#kernel/json.js';
import { defineStream } from '#kernel/stream.js';
import type { AgentFork, AgentRequest, ToolApproval } from './agents/agent-request.js';
import type { CallPurpose } from './agents/conversation-summary.js';
import type { KeyOwner, ModelCost, ModelFinish, ModelUsage } from './agents/model-answer.js';
import type { AssistantPart, ToolResult } from './agents/model-message.js';
import type { Answer, Pause } from './pause.js';

export type ExecutionTrigger = 'api' | 'manual' | 'chat' | 'webhook' | 'schedule' | 'workflow';
export type ExecutionMode = 'sync' | 'async' | 'stream';
/** *recorded*: effects return their recorded outcomes. *live*: effects happen again. */
export type ReplayMode = 'recorded' | 'live';

/** The run that a replay repeats. */
export type RunOrigin = {
  /** Our id of the run, even if its caller chose one. */
  executionId: string;
  /** Whether effects return their recorded outcomes (`recorded`) or happen again (`live`). */
  mode: ReplayMode;
  /** The block with which the replay starts, by its id or by its name within the run; absent for the start block. */
  from?: string;
  /** The call of a model within the agent `from` with which the replay starts, from 1. */
  call?: number;
  /** What the agent asks differently from that call on. */
  with?: AgentFork;
  /** Names of blocks that ended in the other run and whose outcome does not fit the version of the replay, so that it was not taken over. */
  notTakenOver?: readonly string[];
  /** Present when the replay continues where the other run, which was quarantined, has stopped. */
  continues?: true;
};

/** What started a run without a call, or chose the block that it begins with. */
export type TriggerSource = {
  /** What the trigger reacts to: `webhook`, `schedule`, `table`, `event`, `polling`; `chat` for a message of a visitor, `mcp` for a call of a tool, `manual` for a run of the draft. */
  kind: string;
  /** Where the event came from: `generic`, `github` … */
  provider?: string;
  /** Id of the trigger. */
  triggerId?: string;
  /** Id of the delivery that started the run, or whose event a run of the draft repeats. */
  deliveryId?: string;
  /** The block that fired: the run begins with it. */
  blockId?: string;
  /** When a run of a schedule was due, in ISO 8601. */
  scheduledFor?: string;
  /** The conversation of a chat that the message belongs to. */
  conversationId?: string;
  /** Id of the MCP server that was called. */
  serverId?: string;
  /** Name of the tool that was called. */
  tool?: string;
};

/** What a run of a draft does differently from a run of a version. */
export type DraftRules = {
  /** SHA-256 of the document, as canonical JSON: another document never runs in its place. */
  documentHash: string;
  /** Id of the block with which the run ends: only the blocks that lead to it run. */
  until?: string;
  /** Pinned blocks are not run: they complete with their pinned outputs. */
  pins?: true;
  /** Blocks that would use something outside of the run fail instead. */
  outside?: 'none';
  /** Blocks whose definition and inputs are those of the repeated run are not run: they complete as they did there. */
  reuses?: true;
};

/** First event of every run. It contains everything that later decisions depend on. */
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
  /** Base charge of the run in US dollars; blocks may add to it. */
  baseChargeUsd: number;
  startBlockId: string;
  /** Present for runs of triggers, and for those by hand that begin with a chosen block. */
  triggerSource?: TriggerSource;
  /** Always empty, and only in events of releases before 0.1.0. No code reads it. */
  engineFlags?: readonly number[];
  /** The id that the caller chose with X-Execution-Id. */
  callerExecutionId?: string;
  /** Present when the run repeats another one. */
  origin?: RunOrigin;
  /** Present for a run of a draft that was started with rules. */
  draft?: DraftRules;
  /** The workflows whose requests led to this run, the first one first; absent if no workflow of this server did. */
  callChain?: readonly string[];
  /** The header `traceparent` of the request that started the run, if the server sent telemetry. */
  traceparent?: string;
  /**
   * How much of prompts and answers the run stores: the policy of the workspace when it started, if the workflow may ask a model. *none*: events
   * have sizes and digests in place of contents once the run has ended. *masked*: fields that are named like credentials are masked. Absent: all.
   */
  contents?: 'none' | 'masked';
  /** Selectors of the outputs that the stream of the run sends; absent if none were selected. */
  selectedOutputs?: readonly string[];
  startedAt: string;
  deadlineAt: string;
  sealed?: string;
}>();

/*
 * An event never contains the value of a secret: it contains `{{NAME}}` in its place. `sealed` then contains the fields that the
 * continued run and the caller of the run need with their real values, encrypted.
 */

/** The code of runs that a limit of cost has stopped. */
export type BudgetCode = 'BUDGET_EXCEEDED';

/** The outcome of a block. `node` is the block id, prefixed by its scope inside containers (`loop[0]/inner`) and child workflows (`caller()/inner`). */
interface BlockRun {
  node: string;
  blockId: string;
  /** Resolved inputs, as traces show them. */
  input: Json;
  startedAt: string;
  endedAt: string;
  /** Present from the second try on. */
  tries?: number;
  /** Set if the block did not run: the outcome is copied from the run that this one repeats. */
  recorded?: true;
  /** Set if the block did not run: its output is pinned in the draft. */
  pinned?: true;
  sealed?: string;
}

export const BlockCompleted = defineEvent('execution.block-completed')<
  BlockRun & {
    output: JsonObject;
    /** The source handle that fires; null when no outgoing path was chosen. */
    handle: string | null;
    stdout?: string;
    /** Present when the block ended the run, so that a recovered run ends too. */
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
    /** Present if a budget forbade a call of a model. */
    code?: BudgetCode;
  }
>();

/**
 * A loop or a parallel has its items. Its passes or branches follow from this event and from the outcomes of the blocks inside;
 * `node` of a block inside is `<node of the container>[<index>]/<block id>`.
 */
export const ContainerEntered = defineEvent('execution.container-entered')<{
  node: string;
  blockId: string;
  /** Passes or branches; null when a condition decides before each pass. */
  count: number | null;
  /** The item of each pass or branch. */
  items: Json[] | null;
  /** Most branches at once; a loop has one pass at a time. */
  atOnce: number;
  /** Whether the condition is evaluated before the first pass. */
  asksFirst: boolean;
  input: Json;
  startedAt: string;
  sealed?: string;
}>();

/** The condition of a loop was evaluated for pass `index`. */
export const PassDecided = defineEvent('execution.pass-decided')<{
  node: string;
  blockId: string;
  index: number;
  goesOn: boolean;
  /** Why the condition could not be evaluated. The loop then ends as if the condition were false. */
  problem?: string;
  at: string;
}>();

/** A block started another workflow within this run; `node` of a block of it is `<node of the caller>()/<block id>`. */
export const ChildEntered = defineEvent('execution.child-entered')<{
  node: string;
  blockId: string;
  workflowId: string;
  workflowName: string;
  deploymentVersion: number;
  /** Id of this call in traces. */
  childExecutionId: string;
  input: Json;
  startedAt: string;
  sealed?: string;
}>();

/** A block waits for longer than a process may run. */
export const BlockPaused = defineEvent('execution.block-paused')<{
  node: string;
  blockId: string;
  pause: Pause;
  input: Json;
  /** The output of the block while it is paused. */
  output: JsonObject;
  startedAt: string;
  pausedAt: string;
  sealed?: string;
}>();

/** The reminder of a question was sent. */
export const PauseReminded = defineEvent('execution.pause-reminded')<{ node: string; blockId: string; at: string }>();

/** A pause has ended: its timer was due, its question expired, or it was answered. */
export const PauseEnded = defineEvent('execution.pause-ended')<{
  node: string;
  blockId: string;
  reason: 'due' | 'expired' | 'answered';
  /** The answer, or the default answer. */
  input: Json;
  answers: Answer[];
  /** The resume that carries the answer. */
  resumeId?: string;
  at: string;
  sealed?: string;
}>();

/** No block can continue before a pause ends. The run is not driven any more. */
export const ExecutionPaused = defineEvent('execution.paused')<{
  output: Json;
  /** When the first pause ends by itself; null if only an answer ends it. */
  resumeAt: string | null;
  pausedAt: string;
}>();

/** A paused run continues. The time of the pause does not count, so the run has a new deadline. */
export const ExecutionResumed = defineEvent('execution.resumed')<{ owner: string; fence: number; deadlineAt: string; at: string }>();

/** Durable before an effect reaches an external system. The key is sent as `Idempotency-Key` on every try. */
export const EffectIntended = defineEvent('execution.effect-intended')<{
  node: string;
  blockId: string;
  effectKey: string;
  kind: string;
  target: string;
  /** Present for the calls of an agent: which one it is. */
  call?: AgentCall;
  at: string;
}>();

/** A call of an agent: the n-th turn from 0, the n-th try of that turn for a model, the n-th tool of that turn for a tool. */
export type AgentCall =
  | {
      /** The turn of the agent, from 0. */
      turn: number;
      /** The try of the turn, from 0. */
      attempt: number;
      /** Present for a call that sums up what the memory of the agent drops. */
      purpose?: CallPurpose;
    }
  | {
      /** The turn of the agent, from 0. */
      turn: number;
      /** The tool call of the turn, from 0. */
      tool: number;
    };

/** A block that asks a model has begun. All that it asks is fixed from here on. */
export const AgentEntered = defineEvent('execution.agent-entered')<{
  node: string;
  blockId: string;
  request: AgentRequest;
  approval?: ToolApproval;
  /** Resolved inputs, as traces show them. */
  input: Json;
  startedAt: string;
  sealed?: string;
}>();

/**
 * A call of a model has ended. *failed*: it gave no whole answer, or the run ended during the call. *abandoned*: the process was lost during
 * the call; the usage is an estimate, it costs nothing, and the call is made again under the same key. Every other one is charged once.
 */
export const ModelAnswered = defineEvent('execution.model-answered')<{
  node: string;
  blockId: string;
  turn: number;
  attempt: number;
  /** Present for a call that sums up what the memory of the agent drops: it is no part of the conversation. */
  purpose?: CallPurpose;
  effectKey: string;
  outcome: 'answered' | 'failed' | 'abandoned';
  /** Id of the provider, and the name that it was sent. */
  provider: string;
  model: string;
  /** The name that the author wrote. */
  name: string;
  keyOf: KeyOwner;
  /** Who pays for the run, the workflow of the run, and the API key that started it: charges are counted by them. */
  accountId: string;
  workflowId: string;
  keyId?: string;
  /** What arrived; a part of it for a call that failed. */
  parts: AssistantPart[];
  finish: ModelFinish | null;
  usage: ModelUsage;
  cost: ModelCost | null;
  providerModel: string | null;
  responseId?: string;
  error?: { kind: string; message: string; status?: number };
  /** Why the answer does not fit the schema. */
  invalid?: string;
  warnings: string[];
  tries: number;
  startedAt: string;
  firstTokenAt?: string;
  endedAt: string;
  /** Set if the model was not asked: the answer is copied from the run that this one repeats. It costs nothing again. */
  recorded?: true;
  sealed?: string;
}>();

/** A tool call has ended. *unknown*: the process was lost during a call that must not be repeated. */
export const ToolAnswered = defineEvent('execution.tool-answered')<{
  /** `<agent>#<turn>.<tool>`. */
  node: string;
  /** Node of the agent. */
  agent: string;
  blockId: string;
  turn: number;
  tool: number;
  outcome: 'answered' | 'failed' | 'denied' | 'unknown';
  /** As the model is shown it. */
  result: ToolResult;
  /** The whole result, if the model is shown a part of it. */
  output?: Json;
  /** The arguments that were used, with those that the author filled in. */
  input: Json;
  startedAt: string;
  endedAt: string;
  recorded?: true;
  sealed?: string;
}>();

/** Another process took the run over after its owner was lost. The event fences the former owner: its next append conflicts. */
export const ExecutionRecovered = defineEvent('execution.recovered')<{ owner: string; fence: number; at: string }>();

/** The end of a run. `spent` is absent if the run cost the base charge only. */
interface RunEnd {
  endedAt: string;
  durationMs: number;
  sealed?: string;
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
    /** Present if a budget ended the run before it had asked any model. */
    code?: BudgetCode;
  }
>();

/** What was deleted, so that a run ended without a request to cancel it. */
export type DeletionReason = 'workspace-deleted' | 'workflow-deleted';

export const ExecutionCancelled = defineEvent('execution.cancelled')<
  RunEnd & {
    /** The output of the run so far. */
    output?: Json;
    /** Absent when a caller cancelled the run. */
    reason?: DeletionReason;
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
  AgentEntered,
  ModelAnswered,
  ToolAnswered,
  ExecutionRecovered,
  ExecutionPaused,
  ExecutionResumed,
  ExecutionCompleted,
  ExecutionFailed,
  ExecutionCancelled,
] as const;

export type ExecutionEvent = EventOf<typeof executionEvents>;
export const executionStream = defineStream('execution', 'run', executionEvents);

type Fact<Event> = Event extends { readonly type: unknown; readonly payload: unknown } ? Pick<Event, 'type' | 'payload'> : never;

/** What the engine reads of an event of a run, whether it was just produced or comes from the store. */
export type ExecutionFact = Fact<ExecutionEvent>;
