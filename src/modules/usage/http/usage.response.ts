import type { UsageGrouping, UsageSelection, UsageView } from '../queries/get-usage.query.js';

/** The usage of a workspace or an organization in a time span. */
export interface UsageResponse {
  /** Id of the workspace; null if the usage is that of an organization. */
  readonly workspaceId: string | null;
  /** Id of the organization; null if the usage is that of a workspace. */
  readonly organizationId: string | null;
  /** What the usage is grouped by. */
  readonly groupBy: UsageGrouping;
  /** Start of the time span. */
  readonly startDate: string;
  /** End of the time span, inclusive. */
  readonly endDate: string;
  /** Number of runs. */
  readonly executions: number;
  /** Number of tokens that models processed. */
  readonly tokens: number;
  /** Cost in US dollars. */
  readonly cost: number;
  /** One object for each workflow, key, day, model or workspace, with its name, `executions`, `tokens` and `cost`. */
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
