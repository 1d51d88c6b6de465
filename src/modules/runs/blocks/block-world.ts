import type { Clock } from '#kernel/clock.js';
import type { Json } from '#kernel/json.js';
import type { Ids } from '#kernel/ids.js';
import type { Timers } from '#kernel/timers.js';
import type { Effect, ResumeLinks } from '#blocks/block.js';
import type { Capabilities } from '#blocks/ports/capabilities.js';
import type { BlockRegistry } from '#blocks/palette/registry.js';
import type { AgentCall, ExecutionEvent, ExecutionStarted } from '#engine/execution.events.js';
import type { Secrets } from '#engine/values/block-inputs.js';
import type { RecordedRun } from '#engine/replay/recorded-run.js';
import type { ShownBeginning } from '#engine/masking/secret-mask.js';
import type { RunState } from '#engine/schedule/run-state.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { CallableWorkflow } from '#blocks/ports/workflows.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import type { StreamedText } from '../ports/streamed-text.js';
import type { ModelBudget } from '../ports/model-budget.js';
import type { KnownOutcomes } from './outcomes/known-outcome.js';
import type { BlockSignals } from './block-signals.js';

/** The server as blocks and their driver use it. */
export interface BlockWorld {
  readonly registry: BlockRegistry;
  /** The capabilities behind the ports of blocks. */
  readonly capabilities: Capabilities;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  /** Most passes of a loop that only its condition ends. */
  readonly mostPasses: number;
  /** Most bytes of data that one run may hold. */
  readonly mostHeldBytes: number;
  /** The address of a user; null when it is not known. */
  emailOf(userId: string): Promise<string | null>;
  /** The addresses at which a pause is answered. */
  resumeLinks(workflowId: string, executionId: string, contextId: string): ResumeLinks;
  /** Does work of a block that may take long without a pause. */
  watched(of: WatchedBlock, work: () => void): void;
  /** Where the text of streamed calls goes. */
  readonly texts: StreamedText;
  /** Decides whether calls of models can be paid. */
  readonly budget: ModelBudget;
  /** Called with each event that the run has just recorded, for metrics. */
  observed?(event: ExecutionEvent): void;
  /** Called with each agent that has ended, and the type of its block. */
  agentEnded?(type: string, ended: ExecutionEvent): void;
  /** Reports failures of the server, as opposed to failures of the workflow. */
  readonly onError: (error: unknown) => void;
}

/** The block to be named when its work stops everything else. */
export interface WatchedBlock extends Pick<RunIdentity, 'executionId' | 'workflowId'> {
  readonly block: Pick<ReadyNode['block'], 'id' | 'type'>;
}

/** The parts of a run that the work of its blocks needs. */
export interface BlockSurroundings {
  readonly world: BlockWorld;
  readonly state: RunState;
  readonly executionId: string;
  readonly started: ReturnType<typeof ExecutionStarted>['payload'];
  /** The API key that started the run. */
  readonly keyId: string | undefined;
  readonly secrets: Secrets;
  readonly signals: BlockSignals;
  /** A text with secrets masked. */
  readonly shownText: (text: string) => string;
  /** The beginning of a text with secrets masked. */
  readonly shownBeginning: (text: string) => ShownBeginning;
  /** A value with secrets masked. */
  readonly shown: (value: Json) => Json;
  /** Masks a large output or input of a block in pieces, before its event is recorded. */
  readonly prepareShown: (output: Json, input: Json) => Promise<void>;
  /** Present in a recorded replay: outside ports are refused, waits take no time, and outcomes come from the recorded run. */
  readonly recorded?: RecordedRun | undefined;
  /** Present when a run takes over outcomes of another one whose blocks and inputs are the same. */
  readonly known?: KnownOutcomes | undefined;
  /** Time left for the run, in milliseconds. */
  readonly remainingMs: () => number;
  /** Makes an intent durable. `call` is present for the calls of agents. @returns its position in the stream of the run */
  readonly beginEffect: (node: ReadyNode, effect: Effect, key: string, call?: AgentCall) => Promise<number>;
  /** What the calls of models have cost the run so far, in nano-dollars. */
  readonly spentNanoUsd: () => number;
  /** The plan of a workflow that is about to be entered. */
  readonly entering: (workflowId: string, callee: CallableWorkflow) => void;
}

/** The identity under which a run uses capabilities. */
export function identityOf({ executionId, started }: Pick<BlockSurroundings, 'executionId' | 'started'>): RunIdentity {
  const { workspaceId, workflowId, callChain = [], traceparent, userId, accountId } = started;
  const continued = traceparent === undefined ? {} : { traceparent };
  return { workspaceId, workflowId, callChain, ...continued, executionId, userId, accountId };
}
