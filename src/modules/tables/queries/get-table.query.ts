import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { type TableAccess, planNameOf, requireAccess } from '../store/table-access.js';
import { Tables } from '../store/tables.js';
import type { TableView } from './views.js';

export class GetTable extends Query<TableView> {
  constructor(readonly access: TableAccess) {
    super();
  }
}

@QueryHandler(GetTable)
export class GetTableHandler implements IQueryHandler<GetTable> {
  constructor(
    private readonly tables: Tables,
    private readonly plans: PlanCatalogue,
  ) {}

  async execute({ access }: GetTable): Promise<TableView> {
    requireAccess(access, 'read');
    return { ...(await this.tables.get(access)), mostRows: this.plans.of(planNameOf(access)).rowsPerTable };
  }
}
