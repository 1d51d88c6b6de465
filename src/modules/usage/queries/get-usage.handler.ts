import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { ProjectionHost } from '#infrastructure/projections/projection-host.js';
import { requireWorkspace } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import { periodStart } from '../limits/billing-period.js';
import { GetUsage, type UsageGroup, type UsageGrouping, type UsageView } from './get-usage.query.js';

const columnOf: Readonly<Record<UsageGrouping, string>> = {
  workflow: 'workflow_id::text',
  key: 'key_id::text',
  day: `to_char(at at time zone 'UTC', 'YYYY-MM-DD')`,
  model: 'model',
};

@QueryHandler(GetUsage)
export class GetUsageHandler implements IQueryHandler<GetUsage> {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionHost,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, selection }: GetUsage): Promise<UsageView> {
    const { workspaceId, groupBy } = selection;
    requireWorkspace(caller, workspaceId, 'read');
    const now = this.clock.now();
    const { startDate = periodStart(now).toISOString(), endDate = now.toISOString() } = selection;
    await this.projections.upToDate('usage-ledger');
    const order = groupBy === 'day' ? 'name' : 'cost desc, name';
    const { rows: groups } = await this.pool.query<UsageGroup>({
      name: `usage_by_${groupBy}`,
      text: `select ${columnOf[groupBy]} as name, count(*)::int as executions, round(sum(cost_usd)::numeric, 6)::float8 as cost
             from usage_entry where workspace_id = $1 and at between $2 and $3 group by 1 order by ${order}`,
      values: [workspaceId, startDate, endDate],
    });
    return { startDate, endDate, groups };
  }
}
