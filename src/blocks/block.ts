import type { Json, JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import type { AgentRequest, ToolApproval } from '#engine/agents/agent-request.js';
import type { ModelAnswered, ToolAnswered } from '#engine/execution.events.js';
import type { RunResponse } from '#engine/execution.state.js';
import type { Answer, Pause, PausePlace } from '#engine/pause.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import type { RunMetadata } from './flow/start/run-metadata.js';
import type { DeployedVersion } from './ports/mcp.js';
import type { Port } from './ports/port.js';

/** One type of block as the driver of runs calls it. `defineBlock` makes it from a declaration. */
export type BlockDefinition = WorkDefinition | ContainerDefinition | CallDefinition | AgentDefinition;

interface Deployable {
  readonly type: string;
  /** The ports that the block may use. */
  readonly needs?: readonly Port[];
  /** The problems that show before any run; each names block and field. Enabled blocks only. */
  check(block: Block): readonly DocumentProblem[];
  /** What is doubtful and does not keep a document from being deployed. */
  advise?(block: Block): readonly Advice[];
}

export interface Advice extends DocumentProblem {
  /** Whether new documents must not have it; imported ones are only warned. */
  readonly isRefusedInNew: boolean;
}

/** A block that does work. */
export interface WorkDefinition extends Deployable {
  /**
   * Does the work of one block. A block that waits for nothing answers without a promise: most runs consist of such blocks.
   * @throws BlockFailure when the work cannot be done
   */
  run(block: PlannedBlock, context: BlockContext<Port>): BlockStep | Promise<BlockStep>;
  /**
   * Ends a paused block after its pause. Only for types that pause.
   * @throws BlockFailure when the work cannot be done
   */
  resume?(block: PlannedBlock, context: BlockContext<Port>, paused: PausedBlock): BlockResult | Promise<BlockResult>;
  /** Sends the reminder of a question. Only for types that ask people. */
  remind?(block: PlannedBlock, context: BlockContext<Port>, paused: BlockPause): Promise<void>;
}

/** A block that contains other blocks and runs them once or many times. */
export interface ContainerDefinition extends Deployable {
  /** @throws BlockFailure when the passes or branches cannot be determined */
  enter(block: PlannedBlock, context: BlockContext<Port>): ContainerEntry;
  /**
   * Called before each pass of a container whose entry has no count; references see the pass that is about to begin.
   * @throws BlockFailure when the container must stop
   */
  goesOn?(block: PlannedBlock, context: BlockContext<Port>, index: number): PassDecision | Promise<PassDecision>;
}

/** The passes or branches of a container. */
export interface ContainerEntry {
  /** Passes or branches; null when `goesOn` decides. */
  readonly count: number | null;
  /** The item of each of them; null when they are only counted. */
  readonly items: readonly Json[] | null;
  /** Most branches at the same time; 1 for passes that follow each other. */
  readonly atOnce: number;
  /** Whether `goesOn` is called before the first pass. */
  readonly asksFirst: boolean;
}

export interface PassDecision {
  readonly goesOn: boolean;
  /** Why the condition could not be evaluated; it then counts as false. */
  readonly problem?: string;
}

/** A block that runs another workflow of the same workspace. */
export interface CallDefinition extends Deployable {
  /** @throws BlockFailure when the fields name no workflow */
  call(block: PlannedBlock, context: BlockContext<Port>): WorkflowCall;
}

export interface WorkflowCall {
  readonly workflowId: string;
  readonly input: Json;
}

/** A block that asks a model, once or in turns with tools. */
export interface AgentDefinition extends Deployable {
  /** Reads the fields: all that the agent is to ask is fixed here. @throws BlockFailure */
  begin(block: PlannedBlock, context: BlockContext<Port>): AgentBeginning | Promise<AgentBeginning>;
  /** Makes the result of the block from what was answered. @throws BlockFailure, whose output keeps what there is */
  leave(block: PlannedBlock, context: BlockContext<Port>, ended: EndedAgent): BlockResult | Promise<BlockResult>;
}

export interface AgentBeginning {
  readonly request: AgentRequest;
  /** Who is asked about tools that need approval. */
  readonly approval?: ToolApproval;
  /** Resolved inputs, as traces show them. */
  readonly input?: Json;
}

/** An agent whose last call has ended. */
export interface EndedAgent {
  readonly request: AgentRequest;
  /** Why it ended: the finish reason of the model (`stop`, `length`, `content-filter`), `failed`, or the limit that was reached (`max-steps`, `budget`). */
  readonly stopReason: string;
  /** Null when it ended well; else the sentence for the author. */
  readonly error: string | null;
  /** All calls of models and of tools, in the order of the stream. */
  readonly calls: readonly AgentCall[];
}

export type ModelCall = ReturnType<typeof ModelAnswered>['payload'];
export type ToolOutcome = ReturnType<typeof ToolAnswered>['payload'];
/** The outcome of a call: only that of a model has `parts`. */
export type AgentCall = ModelCall | ToolOutcome;

/** A block either ends or pauses. A pause may last longer than the process. */
export type BlockStep = BlockResult | BlockPause;

/** The block pauses. The run continues with blocks that do not depend on it, and then leaves this process. */
export interface BlockPause {
  readonly pause: Pause;
  /** The output that later callers see while the block is paused. */
  readonly output: JsonObject;
  /** Resolved inputs, as traces show them. */
  readonly input?: Json;
}

/** A pause that has ended. */
export interface PausedBlock extends BlockPause {
  /** ISO 8601. */
  readonly pausedAt: string;
  readonly ended: PauseEnd;
}

/** Why a pause ended. */
export interface PauseEnd {
  readonly reason: 'due' | 'expired' | 'answered';
  /** The answer, or the default that replaces it. */
  readonly input: Json;
  readonly answers: readonly Answer[];
  /** ISO 8601. */
  readonly at: string;
}

export interface BlockResult {
  readonly output: JsonObject;
  /** The source handle that fires; null for none. Absent: the default handle. */
  readonly handle?: string | null;
  /** Resolved inputs, as traces show them; the recorder masks secrets. */
  readonly input?: Json;
  readonly stdout?: string;
  /** Present: the block ends the run, and this is the answer to a synchronous caller. */
  readonly response?: RunResponse;
  /** New values of variables, by their names as written, for the rest of this run. */
  readonly variables?: JsonObject;
  /** Where secrets went into the output or the variables: what traces show in their place. */
  readonly shown?: { readonly output: JsonObject; readonly variables?: JsonObject };
}

/** An intended access to an external system or to data of the workspace. */
export interface Effect {
  readonly kind: 'http' | 'table' | 'knowledge' | 'file' | 'memory' | 'model' | 'tool';
  /** The target without secrets: method, origin and path of an address, or the operation and the table or file. */
  readonly target: string;
}

/** The addresses at which a pause is answered. */
export interface ResumeLinks {
  readonly apiUrl: string;
  /** A page for people. */
  readonly uiUrl: string;
  readonly workflowId: string;
  readonly executionId: string;
  /**
   * The page for one person, or, without an address, for every holder of the link. It needs no API key and lasts until the pause
   * expires, 30 days at most. The link is a secret: it may be sent, and must not appear in outputs, inputs, events or logs.
   */
  signed(email: string | null, expiresAt: string | null): string;
}

/** What a block may use while it runs. `Needs` are the ports that its declaration names. */
export interface BlockContext<Needs extends Port = never> {
  /** The block in its workflow. */
  readonly block: Pick<PlannedBlock, 'name' | 'targets'>;
  /** The capability behind a port that the block names in `needs`. @throws BlockFailure in a recorded replay, for an outside port */
  readonly use: <Wanted extends Needs>(port: Wanted) => Wanted['capability'];
  /** Resolves placeholders against the data of the run. Fields are resolved already; this is for code and expressions. */
  readonly inputs: BlockInputs;
  /** The input of the caller, as one value. */
  readonly input: Json;
  /** Output of the block whose edge led here. */
  readonly incoming: JsonObject;
  /** Aborted when the run is cancelled, times out or ends without this block. */
  readonly signal: AbortSignal;
  /** Time left for the run, in milliseconds. */
  remainingMs(): number;
  /** Time limit of a block whose author sets none, in milliseconds. */
  readonly defaultTimeoutMs: number;
  /** Most passes of a loop that only its condition ends. */
  readonly mostPasses: number;
  /** The owner of sandboxed code. */
  readonly tenant: string;
  /** The version of the workflow that the block belongs to. Those of drafts are negative. */
  readonly version: DeployedVersion;
  /** Names the code of this block across runs of its deployment. */
  readonly program: string;
  /**
   * Makes the intent of an effect durable. Must be awaited before an outside port is used. The n-th call within a block answers the
   * same key whenever the block runs again, so that external systems can tell a repetition from a new request.
   */
  beginEffect(effect: Effect): Promise<{ readonly key: string }>;
  now(): Date;
  /** The place of the block in the run, and the addresses at which a pause of it is answered. */
  pausePlace(): PausePlace & ResumeLinks;
  /** The facts about the run that a start may output. */
  metadata(): Promise<RunMetadata>;
  /** Waits; rejects as soon as `signal` is aborted. */
  sleep(ms: number): Promise<void>;
}
