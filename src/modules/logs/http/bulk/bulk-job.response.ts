import type { StoredBulkJob } from '../../store/bulk-jobs.js';

/** How many runs a bulk job would be about. */
export interface BulkCountResponse {
  /** The number of runs. */
  readonly found: number;
}

/** A job that cancels or replays many runs. */
export interface BulkJobResponse {
  readonly id: string;
  readonly workspaceId: string;
  /** What is done to the runs. */
  readonly action: 'cancel' | 'replay';
  /** For replays: whether effects return their recorded outcomes or happen again; null for cancellations. */
  readonly mode: 'recorded' | 'live' | null;
  /** Where it is. */
  readonly status: 'running' | 'completed' | 'stopped';
  /** The number of its runs. */
  readonly found: number;
  /** How many of them it has come to. */
  readonly done: number;
  /** How many of them were cancelled or replayed. */
  readonly succeeded: number;
  /** How many of them were left as they are. */
  readonly refused: number;
  /** Why, by the code of the reason. */
  readonly refusals: readonly RefusedRuns[];
  /** Why it makes no progress at the moment, for people; it continues by itself. Null if it makes progress or has ended. */
  readonly waitsFor: string | null;
  /** When it was requested. */
  readonly requestedAt: string;
  /** When it was completed or stopped; null while it runs. */
  readonly endedAt: string | null;
}

interface RefusedRuns {
  /** The reason, for programs: the code with which the same is refused for a single run. */
  readonly code: string;
  /** The reason of the first such run, for people. */
  readonly message: string;
  /** How many runs have this reason. */
  readonly count: number;
}

export function bulkJobResponse(job: StoredBulkJob): BulkJobResponse {
  const { id, workspaceId, action, status, found, done, succeeded, refused, refusals, waitsFor, requestedAt, endedAt } = job;
  const mode = action.type === 'replay' ? action.mode : null;
  const counts = { found, done, succeeded, refused, refusals };
  return { id, workspaceId, action: action.type, mode, status, ...counts, waitsFor, requestedAt, endedAt };
}
