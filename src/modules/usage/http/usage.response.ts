import type { UsageGrouping, UsageView } from '../queries/get-usage.query.js';

export interface UsageResponse {
  readonly workspaceId: string;
  readonly groupBy: UsageGrouping;
  readonly startDate: string;
  readonly endDate: string;
  /** How many runs. */
  readonly executions: number;
  /** Tokens that models have read: those that make embeddings. */
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** One for each workflow, key, day or model, with `executions`, `tokens` and `cost`. */
  readonly groups: readonly Readonly<Record<string, string | number | null>>[];
}

const nameOf: Readonly<Record<UsageGrouping, string>> = { workflow: 'workflowId', key: 'keyId', day: 'day', model: 'model' };

export function usageResponse(workspaceId: string, groupBy: UsageGrouping, { startDate, endDate, groups }: UsageView): UsageResponse {
  return {
    workspaceId,
    groupBy,
    startDate,
    endDate,
    executions: groups.reduce((sum, { executions }) => sum + executions, 0),
    tokens: groups.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: Math.round(groups.reduce((sum, { cost }) => sum + cost, 0) * 1e6) / 1e6,
    groups: groups.map(({ name, executions, tokens, cost }) => ({ [nameOf[groupBy]]: name, executions, tokens, cost })),
  };
}
