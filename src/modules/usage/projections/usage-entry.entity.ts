import { month } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** One charge. Entries are never changed. */
export interface UsageEntryRow {
  /** The id of the run, or of the stream of any other charge. */
  readonly executionId: string;
  readonly accountId: string;
  readonly workspaceId: string;
  /** `nilId` for charges without a workflow. */
  readonly workflowId: string;
  /** The API key that started the run. */
  readonly keyId: string | null;
  /** The AI model of the charge; null for the base charge of a run. */
  readonly model: string | null;
  /** The number of tokens that the model processed. */
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
