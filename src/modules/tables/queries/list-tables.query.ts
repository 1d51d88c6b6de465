import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { type Caller, requireWorkspace } from '#kernel/caller.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import { Tables } from '../store/tables.js';
import type { TableView } from './views.js';

/** The tables of a workspace, oldest first. They are not paginated because plans limit their number. */
export class ListTables extends Query<readonly TableView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

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
