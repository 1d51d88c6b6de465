import type { UsageGroup, UsageGrouping, UsageSelection, UsageView } from '../queries/get-usage.query.js';

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
  /** Number of calls of language models. */
  readonly calls: number;
  /** Number of calls whose cost is unknown, because no price is known. They are not part of `cost`. */
  readonly unpricedCalls: number;
  /** Number of tokens that models processed. */
  readonly tokens: number;
  /** Cost in US dollars. */
  readonly cost: number;
  /** The part of `cost` of calls with keys of workspaces, organizations or blocks. It does not count for the cost limit of the plan. */
  readonly ownKeyCost: number;
  /**
   * One object for each workflow, key, day, model, provider, block or workspace, with its name, `executions`, `calls`, `unpricedCalls`, `tokens`,
   * `inputTokens`, `outputTokens`, `cachedTokens`, `reasoningTokens`, `cost` and `ownKeyCost`.
   */
  readonly groups: readonly Readonly<Record<string, string | number | null>>[];
}

const nameOf: Readonly<Record<UsageGrouping, string>> = {
  workflow: 'workflowId',
  key: 'keyId',
  day: 'day',
  model: 'model',
  provider: 'provider',
  block: 'blockId',
  workspace: 'workspaceId',
};

export function usageResponse({ scope, groupBy }: UsageSelection, { startDate, endDate, groups }: UsageView): UsageResponse {
  return {
    workspaceId: 'workspaceId' in scope ? scope.workspaceId : null,
    organizationId: 'organizationId' in scope ? scope.organizationId : null,
    groupBy,
    startDate,
    endDate,
    executions: sumOf(groups, 'executions'),
    calls: sumOf(groups, 'calls'),
    unpricedCalls: sumOf(groups, 'unpricedCalls'),
    tokens: sumOf(groups, 'tokens'),
    cost: dollars(sumOf(groups, 'cost')),
    ownKeyCost: dollars(sumOf(groups, 'ownKeyCost')),
    groups: groups.map(({ name, ...figures }) => ({ [nameOf[groupBy]]: name, ...figures })),
  };
}

function sumOf(groups: UsageView['groups'], figure: Exclude<keyof UsageGroup, 'name'>): number {
  return groups.reduce((sum, group) => sum + group[figure], 0);
}

/** Rounded to nano-dollars: sums of fractions are not exact. */
function dollars(usd: number): number {
  return Math.round(usd * 1e9) / 1e9;
}
