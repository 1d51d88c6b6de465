import type { OutboundHttp } from '#world/outbound/outbound-http.js';
import type { Sandbox } from '#world/sandbox/sandbox.js';
import type { Json, JsonObject } from '#kernel/json.js';
import type { Block, DocumentProblem } from '#document/document.js';
import type { RunResponse } from '#engine/execution.state.js';
import type { Answer, Pause, PausePlace } from '#engine/pause.js';
import type { RunData } from './data/run-data.js';
import type { BlockInputs } from '#engine/values/block-inputs.js';
import type { PlannedBlock } from '#engine/graph/plan.js';
import type { RunMetadata } from './flow/start/run-metadata.js';

/** One type of block: what may be deployed of it and what it does. */
export type BlockDefinition = WorkDefinition | ContainerDefinition | CallDefinition;

interface Deployable {
  readonly type: string;
  /** What is wrong with a block before any run: each problem names block and field. Enabled blocks only. */
  check(block: Block): readonly DocumentProblem[];
}

/** A block that does something. */
export interface WorkDefinition extends Deployable {
  /**
   * Does the work of one block. Blocks that need nothing from outside answer without a promise: most runs are made of them.
   * @throws BlockFailure when the work cannot be done
   */
  run(block: PlannedBlock, context: BlockContext): BlockStep | Promise<BlockStep>;
  /**
   * Ends a block that had paused, once what it waited for has come. Only for types that pause.
   * @throws BlockFailure when the work cannot be done
   */
  resume?(block: PlannedBlock, context: BlockContext, paused: PausedBlock): BlockResult | Promise<BlockResult>;
  /** Tells those who are asked a second time. Only for types that ask somebody. */
  remind?(block: PlannedBlock, context: BlockContext, paused: BlockPause): Promise<void>;
}

/** A block that others stand in, and that goes through them once or many times. */
export interface ContainerDefinition extends Deployable {
  /** @throws BlockFailure when it cannot be told what the container goes through */
  enter(block: PlannedBlock, context: BlockContext): ContainerEntry;
  /**
   * Asked before each pass of a container whose entry has no count; references see the pass that is about to begin.
   * @throws BlockFailure when the container must not go on
   */
  goesOn?(block: PlannedBlock, context: BlockContext, index: number): PassDecision | Promise<PassDecision>;
}

/** What a container goes through. */
export interface ContainerEntry {
  /** Passes or branches; null when `goesOn` decides. */
  readonly count: number | null;
  /** What each of them is about; null when they are just counted. */
  readonly items: readonly Json[] | null;
  /** Most branches at once; 1 for passes one after the other. */
  readonly atOnce: number;
  /** Whether `goesOn` is asked before the first pass. */
  readonly asksFirst: boolean;
}

export interface PassDecision {
  readonly goesOn: boolean;
  /** Why the condition could not be decided; it then counts as not holding. */
  readonly problem?: string;
}

/** A block that runs another workflow of the same workspace. */
export interface CallDefinition extends Deployable {
  /** @throws BlockFailure when the fields do not say which workflow is run with what */
  call(block: PlannedBlock, context: BlockContext): WorkflowCall;
}

export interface WorkflowCall {
  readonly workflowId: string;
  readonly input: Json;
}

/** A block either ends or waits, for longer than a process may live. */
export type BlockStep = BlockResult | BlockPause;

/** The block waits. The run goes on with whatever does not depend on it, and then leaves this process. */
export interface BlockPause {
  readonly pause: Pause;
  /** What later callers see of the block while it waits. */
  readonly output: JsonObject;
  /** Resolved inputs, as traces show them. */
  readonly input?: Json;
}

/** A pause that is over. */
export interface PausedBlock extends BlockPause {
  /** ISO 8601. */
  readonly pausedAt: string;
  readonly ended: PauseEnd;
}

/** Why a pause is over. */
export interface PauseEnd {
  readonly reason: 'due' | 'expired' | 'answered';
  /** The answer, or what stands in for it. */
  readonly input: Json;
  readonly answers: readonly Answer[];
  /** ISO 8601. */
  readonly at: string;
}

export interface BlockResult {
  readonly output: JsonObject;
  /** The source handle that fires; null for none. Absent: the default one. */
  readonly handle?: string | null;
  /** Resolved inputs, as traces show them; secrets are masked by whoever records them. */
  readonly input?: Json;
  readonly stdout?: string;
  /** Present: the block ends the run, and this answers a synchronous caller. */
  readonly response?: RunResponse;
  /** New values of variables, by their names as written. They hold for the rest of this run only. */
  readonly variables?: JsonObject;
}

/** Something that a block is about to do to the world. */
export interface Effect {
  readonly kind: 'http' | 'table' | 'knowledge' | 'file';
  /** What is touched, without anything secret: method, origin and path of an address, or what is done to which table or file. */
  readonly target: string;
}

/** Where a pause is answered. */
export interface ResumeLinks {
  readonly apiUrl: string;
  /** A page for people. */
  readonly uiUrl: string;
  readonly workflowId: string;
  readonly executionId: string;
  /**
   * The page for one person, or for whoever is sent it, who needs no key there. It lasts until the pause expires, 30 days at most.
   * It is a secret: it may be sent, and must not stand in outputs, inputs, events or logs.
   */
  signed(email: string | null, expiresAt: string | null): string;
}

/** All that a block may use of the world while it runs. */
export interface BlockContext {
  /** The fields of the block, with the data of the run put in. */
  readonly inputs: BlockInputs;
  /** What the caller sent, as one value. */
  readonly input: Json;
  /** Output of the block whose edge led here. */
  readonly incoming: JsonObject;
  /** Aborted when the run is cancelled, times out or ends without this block. */
  readonly signal: AbortSignal;
  /** What is left of the time of the run. */
  remainingMs(): number;
  /** How long a block may take that does not say. */
  readonly defaultTimeoutMs: number;
  /** How often a loop may go on that only its condition ends. */
  readonly mostPasses: number;
  readonly sandbox: Sandbox;
  /** Whom sandboxed code belongs to. */
  readonly tenant: string;
  /** Names the code of this block across runs of its deployment. */
  readonly program: string;
  readonly http: OutboundHttp;
  /** Tables, knowledge and files of the workspace. Touched like the outside: an effect begins first, also where one only reads. */
  readonly data: RunData;
  /**
   * Must be awaited before the outside is touched: makes the intent durable. The n-th call within a block answers the same key
   * whenever the block runs again, so that the outside can tell a repetition from a new request.
   */
  beginEffect(effect: Effect): Promise<{ readonly key: string }>;
  now(): Date;
  /** Where the block would wait, and the addresses that those who are asked go to. */
  pausePlace(): PausePlace & ResumeLinks;
  /** What a start may tell about the run. */
  metadata(): Promise<RunMetadata>;
  /** Waits; rejects as soon as `signal` is aborted. */
  sleep(ms: number): Promise<void>;
}
