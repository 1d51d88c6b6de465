import type { Json } from '#kernel/json.js';
import type { ExecutionCancelled, ExecutionEvent, ExecutionStarted } from './execution.events.js';

export type ExecutionStatus = 'running' | 'completed' | 'failed' | 'cancelled';

/** What a synchronous caller may be answered with instead of the envelope. */
export interface RunResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

type Cancelled = ReturnType<typeof ExecutionCancelled>['payload'];

/** A run as its stream tells it. */
export interface ExecutionState {
  readonly started: ReturnType<typeof ExecutionStarted>['payload'];
  readonly status: ExecutionStatus;
  readonly output: Json;
  readonly error: string | null;
  /** Why a failed run failed. */
  readonly reason?: 'block' | 'timeout' | 'quarantined' | 'engine';
  readonly response?: RunResponse;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
}

/** @returns undefined for a run that never began */
export function foldExecution(history: Iterable<ExecutionEvent>): ExecutionState | undefined {
  let state: ExecutionState | undefined;
  for (const event of history) state = evolve(state, event);
  return state;
}

function evolve(state: ExecutionState | undefined, event: ExecutionEvent): ExecutionState | undefined {
  if (event.type === 'execution.started') {
    return { started: event.payload, status: 'running', output: {}, error: null, endedAt: null, durationMs: null };
  }
  if (state === undefined) return undefined;
  switch (event.type) {
    case 'execution.completed': {
      const { output, response, endedAt, durationMs } = event.payload;
      return { ...state, status: 'completed', output, endedAt, durationMs, ...(response === undefined ? {} : { response }) };
    }
    case 'execution.failed': {
      const { output, error, reason, endedAt, durationMs } = event.payload;
      return { ...state, status: 'failed', output, error, reason, endedAt, durationMs };
    }
    case 'execution.cancelled':
      return cancelled(state, event.payload);
    default:
      return state;
  }
}

function cancelled(state: ExecutionState, { output = {}, endedAt, durationMs }: Cancelled): ExecutionState {
  return { ...state, status: 'cancelled', output, error: 'The run was cancelled', endedAt, durationMs };
}
