import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ProjectionHost } from '#ledger/projections/projection-host.js';
import { type Caller, includesRole, requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { forbidden } from '#kernel/errors.js';
import { nilId } from '#kernel/ids.js';
import { periodStart } from '../limits/billing-period.js';
import { wholeDays } from './whole-days.js';

export const usageGroupings = ['workflow', 'key', 'day', 'model', 'workspace'] as const;
export type UsageGrouping = (typeof usageGroupings)[number];

/** The charges to add up: those of a workspace, or all that an organization pays for in any workspace. */
export type UsageScope = { readonly workspaceId: string } | { readonly organizationId: string };

export interface UsageSelection {
  readonly scope: UsageScope;
  readonly groupBy: UsageGrouping;
  /** The span is inclusive. Absent: the present billing period. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface UsageGroup {
  /** The id of the workflow, key or workspace, the day (`2031-03-04`, UTC) or the name of the model; null without one. */
  readonly name: string | null;
  readonly executions: number;
  /** The number of tokens that models processed. */
  readonly tokens: number;
  /** In US dollars. */
  readonly cost: number;
}

export interface UsageView {
  readonly startDate: string;
  readonly endDate: string;
  readonly groups: readonly UsageGroup[];
}

/** The usage of a workspace or an organization in groups. Groups are sorted by cost, days by date. */
export class GetUsage extends Query<UsageView> {
  constructor(
    readonly caller: Caller,
    readonly selection: UsageSelection,
  ) {
    super();
  }
}

const workflowName = `nullif(workflow_id, '${nilId}')::text`;

/** The expression of the group in the totals of days, and in the entries of the ledger. */
const columnsOf: Readonly<Record<UsageGrouping, readonly [ofDay: string, ofEntry: string]>> = {
  workflow: [workflowName, workflowName],
  key: [`nullif(key_id, '')`, 'key_id::text'],
  day: ['day::text', `to_char(at at time zone 'UTC', 'YYYY-MM-DD')`],
  model: [`nullif(model, '')`, 'model'],
  workspace: ['workspace_id::text', 'workspace_id::text'],
};

@QueryHandler(GetUsage)
export class GetUsageHandler implements IQueryHandler<GetUsage> {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionHost,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, selection }: GetUsage): Promise<UsageView> {
    const { scope, groupBy } = selection;
    requireScope(caller, scope);
    const now = this.clock.now();
    const { startDate = periodStart(now).toISOString(), endDate = now.toISOString() } = selection;
    await this.projections.upToDate('usage-ledger');
    const { headEnd, firstDay, endDay, tailStart } = wholeDays(startDate, endDate, now);
    const { rows: groups } = await this.pool.query<UsageGroup>({
      name: `usage_of_${'workspaceId' in scope ? 'workspace' : 'organization'}_by_${groupBy}`,
      text: usageBy(groupBy, scope),
      values: ['workspaceId' in scope ? scope.workspaceId : scope.organizationId, startDate, headEnd, firstDay, endDay, tailStart, endDate],
    });
    return { startDate, endDate, groups };
  }
}

/** @throws DomainError forbidden, in the same way for absent and inaccessible scopes */
function requireScope(caller: Caller, scope: UsageScope): void {
  if ('workspaceId' in scope) return requireWorkspace(caller, scope.workspaceId, 'read');
  const role = caller.roleIn(scope.organizationId);
  if (caller.isOperator || (role !== undefined && includesRole(role, 'admin'))) return;
  throw role === undefined ? forbidden(undefined, undefined, 'cross_workspace') : forbidden('Organization admin or owner role required');
}

/** The ledger is indexed by workspace. The totals of days list the workspaces of an account. */
const ofAccount = `account_id = $1 and workspace_id in (select workspace_id from usage_day where account_id = $1
  and day >= ($2::timestamptz at time zone 'UTC')::date and day <= ($7::timestamptz at time zone 'UTC')::date)`;

/** Adds up the totals of whole days, and the ledger entries before and after them. */
function usageBy(groupBy: UsageGrouping, scope: UsageScope): string {
  const [ofDays, ofEntries] = 'workspaceId' in scope ? ['workspace_id = $1', 'workspace_id = $1'] : ['account_id = $1', ofAccount];
  const [ofDay, ofEntry] = columnsOf[groupBy];
  const entries = (when: string): string =>
    `select ${ofEntry} as name, (model is null)::int as executions, tokens, round(cost_usd * 1e9)::bigint as cost from usage_entry where ${ofEntries} and ${when}`;
  return `select name, sum(executions)::int as executions, sum(tokens)::float8 as tokens, round(sum(cost) / 1e9, 6)::float8 as cost from (
      select ${ofDay} as name, executions, tokens, cost_nano_usd as cost from usage_day where ${ofDays} and day >= $4 and day < $5
      union all ${entries('at >= $2 and at < $3')}
      union all ${entries('at >= $6 and at <= $7')}) usage
    group by name order by ${groupBy === 'day' ? 'name' : 'cost desc, name'}`;
}
