import type { Json } from '#kernel/json.js';
import type { ExecutionCancelled, ExecutionEvent, ExecutionStarted } from './execution.events.js';

export type ExecutionStatus = 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

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
  /** When the run must have ended. It moves by the time that the run was paused. */
  readonly deadlineAt: string;
  /** Since when the run waits. */
  readonly pausedAt: string | null;
}

/** Whether the run has come to its end. */
export function isOver({ status }: Pick<ExecutionState, 'status'>): boolean {
  return status !== 'running' && status !== 'paused';
}

/** @returns undefined for a run that never began */
export function foldExecution(history: Iterable<ExecutionEvent>): ExecutionState | undefined {
  let state: ExecutionState | undefined;
  for (const event of history) state = evolve(state, event);
  return state;
}

function evolve(state: ExecutionState | undefined, event: ExecutionEvent): ExecutionState | undefined {
  if (event.type === 'execution.started') {
    const none = { output: {}, error: null, endedAt: null, durationMs: null, pausedAt: null };
    return { started: event.payload, status: 'running', deadlineAt: event.payload.deadlineAt, ...none };
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
    case 'execution.paused':
      return { ...state, status: 'paused', output: event.payload.output, pausedAt: event.payload.pausedAt };
    case 'execution.resumed':
      return { ...state, status: 'running', output: {}, pausedAt: null, deadlineAt: event.payload.deadlineAt };
    case 'execution.cancelled':
      return cancelled(state, event.payload);
    default:
      return state;
  }
}

function cancelled(state: ExecutionState, { output = {}, endedAt, durationMs }: Cancelled): ExecutionState {
  return { ...state, status: 'cancelled', output, error: 'The run was cancelled', endedAt, durationMs };
}
