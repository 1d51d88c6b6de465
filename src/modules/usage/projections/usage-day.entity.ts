import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The total charges of a day in UTC. */
export interface UsageDayRow {
  readonly workspaceId: string;
  readonly day: string;
  /** `nilId` for charges without a workflow. */
  readonly workflowId: string;
  /** The id of the API key that started the runs, and the charged model; empty without one. */
  readonly keyId: string;
  readonly model: string;
  /** The account that pays. */
  readonly accountId: string;
  readonly executions: number;
  /** The number of tokens that a model processed. */
  readonly tokens: number;
  /** In billionths of a US dollar, because sums of integers are exact. */
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
