import type { Caller } from '#kernel/caller.js';
import type { RequestSource } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import type { ExecutionEvent } from '#engine/execution.events.js';
import type { StreamProtocol } from '../watch/agent-frames.js';
import type { DraftRequest } from './draft-runs.js';
import type { RepeatedRun } from '../find/find-repeated-run.query.js';
import type { ExecutionStart } from '../jobs/execution-start.js';
import type { Write } from '#ledger/rows/read-model.js';

/** How a run begins that a visitor or a program has asked for by another way than the routes of runs. */
export interface Beginning extends Pick<ExecutionStart, 'trigger'>, Required<Pick<ExecutionStart, 'triggerSource'>> {
  /** Rows that become durable with the first event of the run. */
  readonly writes?: (executionId: string, start: ExecutionStart) => readonly Write[];
}

/** Follows a run in the process that drives it. */
export interface RunWatcher {
  /** Aborts when the caller does not need the run any more: the run is cancelled. */
  readonly gone: AbortSignal;
  /** Called for each event when it is recorded, before it is durable. */
  readonly onRecorded: (event: ExecutionEvent) => void;
}

/** The data of every request that starts a workflow. */
export interface StartRequest {
  readonly caller: Caller;
  readonly workflowId: string;
  readonly input: Json;
  readonly callerExecutionId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly fingerprint: string;
  readonly timeoutMs: number | undefined;
  /** Outputs that the caller wants to receive while the run continues. */
  readonly selectedOutputs: readonly string[];
  /** What the reader of a streamed run wants of the calls of models. */
  readonly protocol?: StreamProtocol;
  /** The workflows whose requests led to this one. */
  readonly callChain?: readonly string[];
  /** The header of that name. */
  readonly traceparent?: string | undefined;
  /** Present for a caller that follows the run; only for one that waits for its end. */
  readonly watcher?: RunWatcher;
  readonly requestId: string;
  readonly source: RequestSource;
  /** Present for a run of the draft. */
  readonly draft?: DraftRequest;
  /** Present for a run that does not count as one of the API. */
  readonly beginning?: Beginning;
  /** The run to repeat; absent for a run of the present deployment. */
  readonly repeated?: RepeatedRun;
}
