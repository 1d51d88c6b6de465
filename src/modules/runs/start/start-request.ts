import type { Caller } from '#kernel/caller.js';
import type { RequestSource } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import type { StreamProtocol } from '../watch/agent-frames.js';
import type { DraftRequest } from './draft-runs.js';
import type { RepeatedRun } from '../find/find-repeated-run.query.js';

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
  readonly requestId: string;
  readonly source: RequestSource;
  /** Present for a run of the draft. */
  readonly draft?: DraftRequest;
  /** The run to repeat; absent for a run of the present deployment. */
  readonly repeated?: RepeatedRun;
}
