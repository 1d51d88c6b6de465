import { month } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

/** One call of a model. Entries are never changed. */
export interface UsageCallRow {
  readonly executionId: string;
  /** The position of its event in the stream of the run. */
  readonly position: number;
  readonly accountId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  /** The API key that started the run. */
  readonly keyId: string | null;
  readonly provider: string;
  /** The name that the provider was sent. */
  readonly model: string;
  /** Whose key the provider was sent. */
  readonly keyOf: string;
  readonly blockId: string;
  readonly node: string;
  /** The tool call that it was made for, as `<agent>#<turn>.<tool>`; null if none. */
  readonly tool: string | null;
  readonly outcome: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Those of the input that came from a cache, and those of the output that were reasoning. */
  readonly cachedTokens: number;
  readonly reasoningTokens: number;
  /** Null when no price is known. */
  readonly costNanoUsd: number | null;
  /** Whether tokens were counted by the server, because the provider reported none. */
  readonly isEstimated: boolean;
  readonly at: string;
}

export const usageCall = new ReadModel<UsageCallRow, 'executionId' | 'position'>({
  table: 'usage_call',
  key: ['executionId', 'position'],
  kept: month('one charge for each call of a model; the sums stay'),
  columns: {
    executionId: { type: 'uuid' },
    position: { type: 'integer' },
    accountId: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    keyId: { type: 'uuid', nullable: true },
    provider: { type: 'text' },
    model: { type: 'text' },
    keyOf: { type: 'text' },
    blockId: { type: 'text' },
    node: { type: 'text' },
    tool: { type: 'text', nullable: true },
    outcome: { type: 'text' },
    inputTokens: { type: 'bigint' },
    outputTokens: { type: 'bigint' },
    cachedTokens: { type: 'bigint' },
    reasoningTokens: { type: 'bigint' },
    costNanoUsd: { type: 'bigint', nullable: true },
    isEstimated: { type: 'boolean' },
    at: { type: 'timestamptz' },
  },
});
