import { record } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** The total charges of model calls of a day in UTC. */
export interface UsageCallDayRow {
  readonly workspaceId: string;
  readonly day: string;
  readonly workflowId: string;
  /** The id of the API key that started the runs; empty without one. */
  readonly keyId: string;
  readonly provider: string;
  readonly model: string;
  readonly blockId: string;
  /** The account that pays. */
  readonly accountId: string;
  readonly calls: number;
  /** Those that no price is known for. */
  readonly unpricedCalls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  /** In billionths of a US dollar. */
  readonly costNanoUsd: number;
  /** The part of it that the owners of other keys than the operator's pay to the provider. */
  readonly ownKeyNanoUsd: number;
}

type Key = 'workspaceId' | 'day' | 'workflowId' | 'keyId' | 'provider' | 'model' | 'blockId' | 'accountId';

export const usageCallDay = new ReadModel<UsageCallDayRow, Key>({
  table: 'usage_call_day',
  key: ['workspaceId', 'day', 'workflowId', 'keyId', 'provider', 'model', 'blockId', 'accountId'],
  kept: record('the usage of models, a few rows for each day'),
  columns: {
    workspaceId: { type: 'uuid' },
    day: { type: 'date' },
    workflowId: { type: 'uuid' },
    keyId: { type: 'text' },
    provider: { type: 'text' },
    model: { type: 'text' },
    blockId: { type: 'text' },
    accountId: { type: 'uuid' },
    calls: { type: 'bigint' },
    unpricedCalls: { type: 'bigint' },
    inputTokens: { type: 'bigint' },
    outputTokens: { type: 'bigint' },
    cachedTokens: { type: 'bigint' },
    reasoningTokens: { type: 'bigint' },
    costNanoUsd: { type: 'bigint' },
    ownKeyNanoUsd: { type: 'bigint' },
  },
});
