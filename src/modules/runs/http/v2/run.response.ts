import type { Json } from '#kernel/json.js';
import type { CancelledExecution } from '../../stop/cancel-execution.command.js';
import type { ExecutionState } from '#engine/execution.state.js';
import type { ExecutionView } from '../../find/get-execution.query.js';

/** A run in the second generation of the API. The request succeeds even if the run failed; `status` says so. */
export interface RunResponse {
  readonly data: {
    readonly runId: string;
    readonly workflowId: string;
    readonly status: string;
    readonly output: Json;
    readonly error: { readonly code: string; readonly message: string } | null;
    readonly startedAt: string | null;
    readonly endedAt: string | null;
    readonly durationMs: number | null;
  };
}

export interface StartedRunResponse {
  readonly data: { readonly runId: string; readonly statusUrl: string };
}

export interface CancelledRunResponse {
  readonly data: { readonly runId: string; readonly cancelled: boolean };
}

export function restedRunResponse(runId: string, state: ExecutionState): RunResponse {
  const { started, status, output, error, endedAt, durationMs } = state;
  const { workflowId, startedAt } = started;
  return { data: { runId, workflowId, status, output, error: failure(status, error), startedAt, endedAt, durationMs } };
}

export function runResponse(view: ExecutionView): RunResponse {
  const { executionId: runId, workflowId, status, output, error, startedAt, endedAt, durationMs } = view;
  return { data: { runId, workflowId, status, output, error: failure(status, error), startedAt, endedAt, durationMs } };
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
