import { withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The row that a poll of a job reads. The output is in the stream of the job. */
export interface JobRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly userId: string;
  readonly subjectId: string;
  readonly executionId: string;
  readonly status: string;
  readonly queuedAt: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

export const jobTable = new ReadModel<JobRow, 'id'>({
  table: 'job',
  key: ['id'],
  kept: withRun('id', 'finished jobs are deleted earlier, after SLUICE_JOB_RETENTION'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    userId: { type: 'uuid' },
    subjectId: { type: 'uuid' },
    executionId: { type: 'uuid' },
    status: { type: 'text' },
    queuedAt: { type: 'timestamptz' },
    startedAt: { type: 'timestamptz', nullable: true },
    completedAt: { type: 'timestamptz', nullable: true },
  },
});
