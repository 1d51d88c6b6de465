import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** A run on hold: it is kept regardless of its retention time. */
export interface ExecutionHoldRow {
  readonly executionId: string;
  readonly workspaceId: string;
  readonly reason: string;
  readonly heldBy: string | null;
  readonly heldAt: string;
}

export const executionHold = new ReadModel<ExecutionHoldRow, 'executionId'>({
  table: 'execution_hold',
  key: ['executionId'],
  kept: record('until the run is released'),
  columns: {
    executionId: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    reason: { type: 'text' },
    heldBy: { type: 'uuid', nullable: true },
    heldAt: { type: 'timestamptz' },
  },
});
