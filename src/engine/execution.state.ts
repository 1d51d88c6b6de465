import type { Json } from '#kernel/json.js';
import type {
  BudgetCode,
  DeletionReason,
  ExecutionCancelled,
  ExecutionEvent,
  ExecutionResumed,
  ExecutionStarted,
} from './execution.events.js';

export type ExecutionStatus = 'running' | 'paused' | 'completed' | 'failed' | 'cancelled';

/** What a synchronous caller may be answered with instead of the envelope. */
export interface RunResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

type Resumed = ReturnType<typeof ExecutionResumed>['payload'];
type Cancelled = ReturnType<typeof ExecutionCancelled>['payload'];

/** The summary of a run, folded from its stream. */
export interface ExecutionState {
  readonly started: ReturnType<typeof ExecutionStarted>['payload'];
  readonly status: ExecutionStatus;
  /** With secrets masked. */
  readonly output: Json;
  /** The output with real values, encrypted; absent if it is the same. */
  readonly sealed?: string;
  readonly error: string | null;
  /** Why a failed run failed. */
  readonly reason?: 'block' | 'timeout' | 'quarantined' | 'engine';
  /** Present if a budget ended the run before it had asked any model. */
  readonly code?: BudgetCode;
  readonly response?: RunResponse;
  readonly endedAt: string | null;
  readonly durationMs: number | null;
  /** The deadline of the run. It moves by the duration of each pause. */
  readonly deadlineAt: string;
  /** When the run paused; null unless it is paused. */
  readonly pausedAt: string | null;
  /** Duration of its earlier pauses, in ms. */
  readonly pausedMs: number;
}

/** Whether the run has ended. */
export function isOver({ status }: Pick<ExecutionState, 'status'>): boolean {
  return status !== 'running' && status !== 'paused';
}

/** How long a run has been at work, ms: what it waited does not count. */
export function workedMs({ started, pausedAt, pausedMs }: ExecutionState, now: Date): number {
  const until = pausedAt === null ? now.getTime() : Date.parse(pausedAt);
  return until - Date.parse(started.startedAt) - pausedMs;
}

/** The state after these events, which follow those of `before`. @returns undefined for a run without events */
export function foldExecution(history: Iterable<ExecutionEvent>, before?: ExecutionState): ExecutionState | undefined {
  let state = before;
  for (const event of history) state = evolve(state, event);
  return state;
}

const rests: ReadonlySet<string> = new Set(['execution.paused', 'execution.completed', 'execution.failed', 'execution.cancelled']);

/** Whether a run pauses or ends with such an event. */
export function isRest({ type }: { readonly type: string }): boolean {
  return rests.has(type);
}

/**
 * The state of the run at its first pause or end after this position. Later events are ignored.
 * @returns undefined if there is none yet
 */
export function restAfter(history: readonly ExecutionEvent[], position: number): ExecutionState | undefined {
  const index = history.findIndex((event, at) => at >= position && isRest(event));
  return index === -1 ? undefined : foldExecution(history.slice(0, index + 1));
}

function evolve(state: ExecutionState | undefined, event: ExecutionEvent): ExecutionState | undefined {
  if (event.type === 'execution.started') {
    const none = { output: {}, error: null, endedAt: null, durationMs: null, pausedAt: null, pausedMs: 0 };
    return { started: event.payload, status: 'running', deadlineAt: event.payload.deadlineAt, ...none };
  }
  if (state === undefined) return undefined;
  switch (event.type) {
    case 'execution.completed': {
      const { response } = event.payload;
      return { ...state, status: 'completed', ...ending(event.payload), ...(response === undefined ? {} : { response }) };
    }
    case 'execution.failed': {
      const { error, reason, code } = event.payload;
      return { ...state, status: 'failed', ...ending(event.payload), error, reason, ...(code === undefined ? {} : { code }) };
    }
    case 'execution.paused':
      return { ...state, status: 'paused', output: event.payload.output, pausedAt: event.payload.pausedAt };
    case 'execution.resumed':
      return resumed(state, event.payload);
    case 'execution.cancelled':
      return cancelled(state, event.payload);
    default:
      return state;
  }
}

function resumed(state: ExecutionState, { deadlineAt, at }: Resumed): ExecutionState {
  const pausedMs = state.pausedMs + Date.parse(at) - Date.parse(state.pausedAt ?? at);
  return { ...state, status: 'running', output: {}, pausedAt: null, pausedMs, deadlineAt };
}

type Ended = Pick<ExecutionState, 'output' | 'endedAt' | 'durationMs' | 'sealed'>;

function ending({ output, endedAt, durationMs, sealed }: Ended): Ended {
  return { output, endedAt, durationMs, ...(sealed === undefined ? {} : { sealed }) };
}

function cancelled(state: ExecutionState, { output = {}, reason, ...end }: Cancelled): ExecutionState {
  return { ...state, status: 'cancelled', ...ending({ output, ...end }), error: cancellationText(reason) };
}

/** How people are told that a run was cancelled. */
export function cancellationText(reason: DeletionReason | undefined): string {
  if (reason === undefined) return 'The run was cancelled';
  return `The run was cancelled because its ${reason === 'workflow-deleted' ? 'workflow' : 'workspace'} was deleted`;
}
