import { month } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** One charge. Rows are added and never changed. */
export interface UsageEntryRow {
  /** The run, or the stream of whatever else is charged for. */
  readonly executionId: string;
  readonly accountId: string;
  readonly workspaceId: string;
  /** `nilId` for what no run was charged for. */
  readonly workflowId: string;
  /** The key that the run was started with. */
  readonly keyId: string | null;
  /** The AI model that the charge is for; null for a run as such. */
  readonly model: string | null;
  /** That the model has read. */
  readonly tokens: number;
  readonly costUsd: number;
  readonly at: string;
}

export const usageEntry = new ReadModel<UsageEntryRow, 'executionId'>({
  table: 'usage_entry',
  key: ['executionId'],
  kept: month('one charge for each run; the sums stay'),
  columns: {
    executionId: { type: 'uuid' },
    accountId: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    keyId: { type: 'uuid', nullable: true },
    model: { type: 'text', nullable: true },
    tokens: { type: 'bigint' },
    costUsd: { type: 'double precision' },
    at: { type: 'timestamptz' },
  },
});
