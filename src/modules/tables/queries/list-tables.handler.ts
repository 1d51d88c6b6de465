import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace } from '#kernel/caller.js';
import { PlanCatalogue } from '#kernel/plan.js';
import { Tables } from '../store/tables.js';
import { ListTables } from './list-tables.query.js';
import type { TableView } from './views.js';

@QueryHandler(ListTables)
export class ListTablesHandler implements IQueryHandler<ListTables> {
  constructor(
    private readonly tables: Tables,
    private readonly plans: PlanCatalogue,
  ) {}

  async execute({ caller, workspaceId }: ListTables): Promise<readonly TableView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    const mostRows = this.plans.of(caller.account.plan).rowsPerTable;
    return (await this.tables.list(workspaceId)).map((table) => ({ ...table, mostRows }));
  }
}
