import { audited, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** What a bulk job does to each of its runs. A replay takes effects from the record (`recorded`) or repeats them (`live`). */
export type BulkAction = { type: 'cancel' } | { type: 'replay'; mode: 'recorded' | 'live' };

/** Why runs were left as they are: the reason of the first one, and how many have this code. */
export type BulkRefusal = { code: string; message: string; count: number };

/** What a bulk job has done since its request. */
export type BulkProgress = {
  /** How many of its runs it has come to. */
  done: number;
  succeeded: number;
  refused: number;
  refusals: readonly BulkRefusal[];
  /** Why it makes no progress at the moment, for people; null if it does. */
  waitsFor: string | null;
};

/** A user has requested that these runs are cancelled or replayed. */
export const BulkJobRequested = defineEvent('bulk-job.requested')<{ action: BulkAction; executionIds: readonly string[]; at: string }>();

/** Some more runs were cancelled or replayed. */
export const BulkJobAdvanced = defineEvent('bulk-job.advanced')<BulkProgress & { at: string }>();

/** The job has come to every run. */
export const BulkJobCompleted = defineEvent('bulk-job.completed')<{ at: string }>();

/** A user has stopped it. What was cancelled or replayed before stays so. */
export const BulkJobStopped = defineEvent('bulk-job.stopped')<{ at: string }>();

export const bulkJobEvents = [BulkJobRequested, BulkJobAdvanced, BulkJobCompleted, BulkJobStopped] as const;

export const bulkJobStream = defineStream('bulk-job', 'run', bulkJobEvents);

export const bulkJobAudit: readonly AuditLine[] = [
  audited(BulkJobRequested, 'bulk_job.requested', 'bulk_job', ({ action, executionIds }) => ({
    details: { ...action, runs: executionIds.length },
  })),
  audited(BulkJobStopped, 'bulk_job.stopped', 'bulk_job'),
];
