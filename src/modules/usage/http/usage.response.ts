import type { UsageGrouping, UsageSelection, UsageView } from '../queries/get-usage.query.js';

export interface UsageResponse {
  /** The workspace that was asked for; null when it was an organization. */
  readonly workspaceId: string | null;
  /** The organization that was asked for; null when it was a workspace. */
  readonly organizationId: string | null;
  readonly groupBy: UsageGrouping;
  readonly startDate: string;
  readonly endDate: string;
  /** How many runs. */
  readonly executions: number;
  /** Tokens that models have read: those that make embeddings. */
  readonly tokens: number;
  /** US dollars. */
  readonly cost: number;
  /** One for each workflow, key, day, model or workspace, with `executions`, `tokens` and `cost`. */
  readonly groups: readonly Readonly<Record<string, string | number | null>>[];
}

const nameOf: Readonly<Record<UsageGrouping, string>> = {
  workflow: 'workflowId',
  key: 'keyId',
  day: 'day',
  model: 'model',
  workspace: 'workspaceId',
};

export function usageResponse({ scope, groupBy }: UsageSelection, { startDate, endDate, groups }: UsageView): UsageResponse {
  return {
    workspaceId: 'workspaceId' in scope ? scope.workspaceId : null,
    organizationId: 'organizationId' in scope ? scope.organizationId : null,
    groupBy,
    startDate,
    endDate,
    executions: groups.reduce((sum, { executions }) => sum + executions, 0),
    tokens: groups.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: Math.round(groups.reduce((sum, { cost }) => sum + cost, 0) * 1e6) / 1e6,
    groups: groups.map(({ name, executions, tokens, cost }) => ({ [nameOf[groupBy]]: name, executions, tokens, cost })),
  };
}
