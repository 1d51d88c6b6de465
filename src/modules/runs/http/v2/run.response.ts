import type { Json } from '#kernel/json.js';
import type { CancelledExecution } from '../../stop/cancel-execution.command.js';
import type { ExecutionState } from '#engine/execution.state.js';
import type { ExecutionView } from '../../find/get-execution.query.js';

/** A run in the second generation of the API. The request succeeds even if the run failed; `status` says so. */
export interface RunResponse {
  /** The run. */
  readonly data: {
    readonly runId: string;
    readonly workflowId: string;
    /** Status of the run. */
    readonly status: string;
    /** Output of the run; null before it ends, and with `includeOutput=false`. */
    readonly output: Json;
    /** The selected outputs of blocks, by block and path; present if outputs were selected. */
    readonly blockOutputs?: Readonly<Record<string, Json>>;
    /** The error; null unless the run failed or was cancelled. */
    readonly error: {
      /** Error code for programs. */
      readonly code: string;
      readonly message: string;
    } | null;
    /** When the run started; null while it is queued. */
    readonly startedAt: string | null;
    /** When the run ended; null before. */
    readonly endedAt: string | null;
    /** Duration of the run without waiting times, in ms; null until it ends. */
    readonly durationMs: number | null;
  };
}

export interface StartedRunResponse {
  /** The started run. */
  readonly data: {
    readonly runId: string;
    /** Address of the run. */
    readonly statusUrl: string;
  };
}

export interface CancelledRunResponse {
  /** The result of the cancellation. */
  readonly data: {
    readonly runId: string;
    /** Whether the run is cancelled. */
    readonly cancelled: boolean;
  };
}

export function restedRunResponse(runId: string, state: ExecutionState): RunResponse {
  const { started, status, output, error, endedAt, durationMs } = state;
  const { workflowId, startedAt } = started;
  return { data: { runId, workflowId, status, output, error: failure(status, error), startedAt, endedAt, durationMs } };
}

export function runResponse(
  view: ExecutionView,
  { withOutput, withBlocks }: { readonly withOutput: boolean; readonly withBlocks: boolean },
): RunResponse {
  const { executionId: runId, workflowId, status, error, startedAt, endedAt, durationMs, blockOutputs } = view;
  const output = withOutput ? view.output : null;
  const selected = withBlocks ? { blockOutputs } : {};
  return { data: { runId, workflowId, status, output, ...selected, error: failure(status, error), startedAt, endedAt, durationMs } };
}

export function startedRunResponse(workflowId: string, runId: string, baseUrl: string): StartedRunResponse {
  return { data: { runId, statusUrl: `${baseUrl}/api/v2/workflows/${workflowId}/runs/${runId}` } };
}

export function cancelledRunResponse({ executionId, isCancelled }: CancelledExecution): CancelledRunResponse {
  return { data: { runId: executionId, cancelled: isCancelled } };
}

function failure(status: string, error: string | null): RunResponse['data']['error'] {
  if (status !== 'failed' && status !== 'cancelled') return null;
  return { code: status === 'failed' ? 'EXECUTION_FAILED' : 'EXECUTION_CANCELLED', message: error ?? 'The run was cancelled' };
}
