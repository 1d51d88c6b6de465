import type { OutboundHttp } from '#world/outbound/outbound-http.js';
import type { Sandbox } from '#world/sandbox/sandbox.js';
import type { Clock } from '#kernel/clock.js';
import type { Ids } from '#kernel/ids.js';
import type { Timers } from '#kernel/timers.js';
import type { Effect, ResumeLinks } from '#blocks/block.js';
import type { BlockRegistry } from '#blocks/registry.js';
import type { ExecutionStarted } from '#engine/execution.events.js';
import type { Secrets } from '#engine/values/block-inputs.js';
import type { RecordedRun } from '#engine/replay/recorded-run.js';
import type { RunState } from '#engine/schedule/run-state.js';
import type { ReadyNode } from '#engine/schedule/scheduler.js';
import type { CallableWorkflow, CallableWorkflows } from '../ports/callable-workflows.js';
import type { RunData, RunIdentity } from '#blocks/data/run-data.js';
import type { BlockSignals } from './block-signals.js';

/** What blocks touch of the world. */
export interface BlockWorld {
  readonly registry: BlockRegistry;
  readonly workflows: CallableWorkflows;
  readonly sandbox: Sandbox;
  readonly http: OutboundHttp;
  /** Tables, knowledge and files of the workspace of a run. */
  dataOf(run: RunIdentity): RunData;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: Ids;
  /** How often a loop may go on that only its condition ends. */
  readonly mostPasses: number;
  /** The address of a user; null when it is not known. */
  emailOf(userId: string): Promise<string | null>;
  /** Where a pause is answered. */
  resumeLinks(workflowId: string, executionId: string, contextId: string): ResumeLinks;
  /** Tells about failures that are ours and not the workflow's. */
  readonly onError: (error: unknown) => void;
}

/** One run, as far as the work of its blocks needs it. */
export interface BlockSurroundings {
  readonly world: BlockWorld;
  readonly state: RunState;
  readonly executionId: string;
  readonly started: ReturnType<typeof ExecutionStarted>['payload'];
  readonly secrets: Secrets;
  readonly signals: BlockSignals;
  /** Present: nothing outside is touched, and nothing is waited for; this tells what came of it. */
  readonly recorded?: RecordedRun | undefined;
  /** What is left of the time of the run. */
  readonly remainingMs: () => number;
  /** Makes an intent durable. */
  readonly beginEffect: (node: ReadyNode, effect: Effect, key: string) => Promise<void>;
  /** The plan of a workflow that is about to be entered. */
  readonly entering: (workflowId: string, callee: CallableWorkflow) => void;
}
