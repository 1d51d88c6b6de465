import type { Json } from '#kernel/json.js';
import type { GivenAnswer, PausedStatus, PauseEvent, PausePoint } from './pause.events.js';

export type PointStatus = 'paused' | 'queued' | 'resuming' | 'resumed' | 'failed';
export type EntryStatus = 'pending' | 'claimed' | 'completed' | 'failed';

export interface PointState {
  readonly point: PausePoint;
  readonly status: PointStatus;
  /** In the order of their arrival; complete from the status *queued* on. */
  readonly answers: readonly GivenAnswer[];
}

/** An answer that the run processes, has processed or will process. Times are ISO 8601. */
export interface ResumeEntry {
  readonly resumeId: string;
  readonly contextId: string;
  readonly input: Json;
  readonly answers: readonly GivenAnswer[];
  readonly jobId: string | null;
  readonly status: EntryStatus;
  readonly queuedAt: string;
  readonly claimedAt: string | null;
  readonly completedAt: string | null;
  readonly failureReason: string | null;
}

/** The answer account of one run. */
export interface PausedExecution {
  readonly executionId: string;
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly status: PausedStatus;
  readonly pausedAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
  /** By context id, in the order in which they were opened. */
  readonly points: ReadonlyMap<string, PointState>;
  /** Sorted by time, the oldest first. */
  readonly entries: readonly ResumeEntry[];
}

export type PauseState = PausedExecution | null;

export function evolve(state: PauseState, event: PauseEvent): PauseState {
  if (event.type === 'pause.points-opened') return opened(state, event.payload);
  if (state === null) return null;
  const { status, expiresAt, at } = event.payload;
  return { ...changed(state, event), status, expiresAt, updatedAt: at };
}

function opened(state: PauseState, payload: Extract<PauseEvent, { type: 'pause.points-opened' }>['payload']): PausedExecution {
  const { executionId, workflowId, workspaceId, status, expiresAt, pausedAt, at, points } = payload;
  const known = state ?? { executionId, workflowId, workspaceId, pausedAt, points: new Map<string, PointState>(), entries: [] };
  const added = points.map((point) => [point.contextId, { point, status: 'paused', answers: [] }] as const);
  return { ...known, status, expiresAt, updatedAt: at, points: new Map<string, PointState>([...known.points, ...added]) };
}

function changed(state: PausedExecution, event: Exclude<PauseEvent, { type: 'pause.points-opened' }>): PausedExecution {
  switch (event.type) {
    case 'pause.approved': {
      const { contextId, answer } = event.payload;
      return withPoint(state, contextId, (point) => ({ ...point, answers: [...point.answers, answer] }));
    }
    case 'pause.resume-queued': {
      const { resumeId, contextId, input, answers, jobId, at: queuedAt } = event.payload;
      const none = { claimedAt: null, completedAt: null, failureReason: null };
      const entry: ResumeEntry = { resumeId, contextId, input, answers, jobId, status: 'pending', queuedAt, ...none };
      const next = { ...state, entries: [...state.entries, entry] };
      return withPoint(next, contextId, (point) => ({ ...point, status: 'queued', answers }));
    }
    case 'pause.resume-claimed':
      return withEntry(state, event.payload.resumeId, 'resuming', { status: 'claimed', claimedAt: event.payload.at });
    case 'pause.resume-completed':
      return withEntry(state, event.payload.resumeId, 'resumed', { status: 'completed', completedAt: event.payload.at });
    case 'pause.resume-failed': {
      const { resumeId, reason, at } = event.payload;
      return withEntry(state, resumeId, 'failed', { status: 'failed', completedAt: at, failureReason: reason });
    }
    case 'pause.rested':
      return state;
    case 'pause.point-closed':
      return withPoint(state, event.payload.contextId, (point) => ({ ...point, status: 'failed' }));
  }
}

function withPoint(state: PausedExecution, contextId: string, change: (point: PointState) => PointState): PausedExecution {
  const point = state.points.get(contextId);
  return point === undefined ? state : { ...state, points: new Map([...state.points, [contextId, change(point)]]) };
}

function withEntry(state: PausedExecution, resumeId: string, pointStatus: PointStatus, change: Partial<ResumeEntry>): PausedExecution {
  const entry = state.entries.find((each) => each.resumeId === resumeId);
  if (entry === undefined) return state;
  const entries = state.entries.map((each) => (each === entry ? { ...each, ...change } : each));
  return withPoint({ ...state, entries }, entry.contextId, (point) => ({ ...point, status: pointStatus }));
}

/** Waits for an answer, or has a queued one. */
export function isOpen({ status }: PointState): boolean {
  return status === 'paused' || status === 'queued';
}

/** The answer that the run is processing. */
export function activeEntry({ entries }: PausedExecution): ResumeEntry | undefined {
  return entries.find(({ status }) => status === 'claimed');
}

/** Position among the queued answers, from 1; null for an answer that is not queued. */
export function queuePosition({ entries }: PausedExecution, resumeId: string): number | null {
  const index = entries.filter(({ status }) => status === 'pending').findIndex((entry) => entry.resumeId === resumeId);
  return index === -1 ? null : index + 1;
}
