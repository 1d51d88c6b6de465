import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** What the charges of a day, in UTC, add up to. */
export interface UsageDayRow {
  readonly workspaceId: string;
  readonly day: string;
  /** `nilId` for what no run was charged for. */
  readonly workflowId: string;
  /** The id of the key that the runs were started with, and the model that is charged for; empty where there is none. */
  readonly keyId: string;
  readonly model: string;
  /** Who pays. */
  readonly accountId: string;
  readonly executions: number;
  /** That a model has read. */
  readonly tokens: number;
  /** In billionths of a US dollar: whole numbers have sums without error. */
  readonly costNanoUsd: number;
}

export const usageDay = new ReadModel<UsageDayRow, 'workspaceId' | 'day' | 'workflowId' | 'keyId' | 'model' | 'accountId'>({
  table: 'usage_day',
  key: ['workspaceId', 'day', 'workflowId', 'keyId', 'model', 'accountId'],
  kept: record('the usage of workspaces, a few rows for each day'),
  columns: {
    workspaceId: { type: 'uuid' },
    day: { type: 'date' },
    workflowId: { type: 'uuid' },
    keyId: { type: 'text' },
    model: { type: 'text' },
    accountId: { type: 'uuid' },
    executions: { type: 'bigint' },
    tokens: { type: 'bigint' },
    costNanoUsd: { type: 'bigint' },
  },
});
