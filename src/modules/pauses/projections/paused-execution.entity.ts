import { withRun } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { PausedStatus } from '../domain/pause.events.js';

/** A run that has asked a question, as lists show it. */
export interface PausedExecutionRow {
  /** The id of the stream of its answer account. */
  readonly id: string;
  readonly executionId: string;
  readonly workflowId: string;
  readonly workspaceId: string;
  readonly status: PausedStatus;
  readonly pauseCount: number;
  readonly resumedCount: number;
  readonly pausedAt: string;
  readonly updatedAt: string;
  readonly expiresAt: string | null;
}

export const pausedExecution = new ReadModel<PausedExecutionRow, 'id'>({
  table: 'paused_execution',
  key: ['id'],
  kept: withRun('id', 'only runs that have paused'),
  columns: {
    id: { type: 'uuid' },
    executionId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    status: { type: 'text' },
    pauseCount: { type: 'integer' },
    resumedCount: { type: 'integer' },
    pausedAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    expiresAt: { type: 'timestamptz', nullable: true },
  },
});
