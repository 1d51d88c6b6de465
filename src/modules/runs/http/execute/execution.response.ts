import { statusOf } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { LimitsView } from '#kernel/plan/limits.js';
import { workedMs, type ExecutionState } from '#engine/execution.state.js';

interface RunMetadata {
  /** When the run started. */
  readonly startTime: string;
  /** When the run ended or paused. */
  readonly endTime: string | null;
  /** Duration of the run, in ms; null until it ends. */
  readonly duration: number | null;
}

/** Specification 2.2; a failed run has the same shape with a code. */
export interface ExecutionResponse {
  /** Whether the run did not fail. */
  readonly success: boolean;
  readonly executionId: string;
  /** Present when the run is paused. */
  readonly status?: 'paused';
  /** Output of the run. */
  readonly output: Json;
  /** Error message; null unless the run failed. */
  readonly error: string | null;
  /** The error code; present when the run failed. */
  readonly code?: string;
  /** When the run started and ended. */
  readonly metadata: RunMetadata;
  /** What remains of the limits of the account; present when the run did not fail. */
  readonly limits?: LimitsView;
}

/** The response for a run that failed. */
export interface FailedRunResponse extends ExecutionResponse {
  /** Always false. */
  readonly success: false;
  /** Error message. */
  readonly error: string;
  /** Error code for programs. */
  readonly code: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The response of a synchronous start: that of the Response block if one ran, else the envelope. */
export function executionAnswer(executionId: string, state: ExecutionState, limits?: LimitsView): HttpAnswer {
  if (state.status === 'completed' && state.response !== undefined) {
    const { data } = state.output as { readonly data?: Json };
    return { status: state.response.status, headers: state.response.headers, body: data ?? null };
  }
  const isPaused = state.status === 'paused';
  const body: ExecutionResponse = {
    success: isPaused || state.status === 'completed',
    executionId,
    ...(isPaused ? { status: 'paused' } : {}),
    output: state.output,
    error: state.error,
    metadata: metadataOf(state),
  };
  if (body.success) return { status: 200, headers: {}, body: limits === undefined ? body : { ...body, limits } };
  return { ...failure(state), headers: {}, body: { ...body, code: failure(state).code } };
}

/** Up to the pause for a paused run. */
function metadataOf(state: ExecutionState): RunMetadata {
  const { started, status, endedAt, durationMs, pausedAt } = state;
  const { startedAt: startTime } = started;
  if (status !== 'paused' || pausedAt === null) return { startTime, endTime: endedAt, duration: durationMs };
  return { startTime, endTime: pausedAt, duration: workedMs(state, new Date(pausedAt)) };
}

/** 499: the request was cancelled. Clients and proxies would retry a status of 500 or more. */
function failure({ status, reason, code }: ExecutionState): { status: number; code: string } {
  if (status === 'cancelled') return { status: 499, code: 'EXECUTION_CANCELLED' };
  if (code !== undefined) return { status: statusOf['payment-required'], code };
  return reason === 'timeout' ? { status: 408, code: 'TIMEOUT' } : { status: 500, code: 'EXECUTION_ERROR' };
}

/** Specification 2.3. */
export interface AsyncStartResponse {
  readonly success: true;
  /** Always true: the run continues without its caller. */
  readonly async: true;
  readonly jobId: string;
  readonly executionId: string;
  readonly message: string;
  /** Address of the job. */
  readonly statusUrl: string;
}

export function asyncStartResponse(jobId: string, executionId: string, baseUrl: string): AsyncStartResponse {
  return {
    success: true,
    async: true,
    jobId,
    executionId,
    message: 'Workflow execution queued',
    statusUrl: `${baseUrl}/api/jobs/${jobId}`,
  };
}
