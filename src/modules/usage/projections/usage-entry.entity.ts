import { ReadModel } from '#infrastructure/projections/read-model.js';

/** One charge. Rows are added and never changed. */
export interface UsageEntryRow {
  readonly executionId: string;
  readonly accountId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly costUsd: number;
  readonly at: string;
}

export const usageEntry = new ReadModel<UsageEntryRow, 'executionId'>({
  table: 'usage_entry',
  key: ['executionId'],
  columns: {
    executionId: { type: 'uuid' },
    accountId: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    costUsd: { type: 'double precision' },
    at: { type: 'timestamptz' },
  },
});
