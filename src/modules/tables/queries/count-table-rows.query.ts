import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Tables } from '../store/tables.js';

export interface TableUsage {
  readonly tables: number;
  readonly rows: number;
}

/** The total numbers of tables and rows in some workspaces. It does not check permissions. */
export class CountTableRows extends Query<TableUsage> {
  constructor(readonly workspaceIds: readonly string[]) {
    super();
  }
}

@QueryHandler(CountTableRows)
export class CountTableRowsHandler implements IQueryHandler<CountTableRows> {
  constructor(private readonly tables: Tables) {}

  execute({ workspaceIds }: CountTableRows): Promise<TableUsage> {
    return this.tables.usage(workspaceIds);
  }
}
