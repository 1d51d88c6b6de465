import type { Caller } from '#kernel/caller.js';
import type { RequestSource } from '#kernel/event.js';
import type { Json } from '#kernel/json.js';
import type { RepeatedRun } from '../find/find-repeated-run.query.js';

/** What every start of a deployed workflow carries. */
export interface StartRequest {
  readonly caller: Caller;
  readonly workflowId: string;
  readonly input: Json;
  readonly callerExecutionId: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly fingerprint: string;
  readonly timeoutMs: number | undefined;
  /** Outputs that the caller wants to see while the run goes on. */
  readonly selectedOutputs: readonly string[];
  readonly requestId: string;
  readonly source: RequestSource;
  /** The run that is to be repeated; absent: what is deployed now is run. */
  readonly repeated?: RepeatedRun;
}
