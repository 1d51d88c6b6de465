import { withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { BulkAction, BulkProgress } from '../domain/bulk-job.events.js';

/** A bulk job: what it does, and how far it is. Its runs are in its first event. */
export interface BulkJobRow extends BulkProgress {
  readonly id: string;
  readonly workspaceId: string;
  readonly status: 'running' | 'completed' | 'stopped';
  readonly action: BulkAction;
  /** The number of its runs. */
  readonly found: number;
  readonly requestedAt: string;
  readonly endedAt: string | null;
  /** Position of the last event. */
  readonly position: number;
}

export const bulkJobModel = new ReadModel<BulkJobRow, 'id'>({
  table: 'bulk_job',
  key: ['id'],
  // A partitioned table cannot have the rule that one job of a workspace runs at a time.
  kept: withRun('id', 'one for each request to cancel or replay many runs'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    status: { type: 'text' },
    action: { type: 'jsonb' },
    found: { type: 'integer' },
    done: { type: 'integer' },
    succeeded: { type: 'integer' },
    refused: { type: 'integer' },
    refusals: { type: 'jsonb' },
    waitsFor: { type: 'text', nullable: true },
    requestedAt: { type: 'timestamptz' },
    endedAt: { type: 'timestamptz', nullable: true },
    position: { type: 'integer' },
  },
});
