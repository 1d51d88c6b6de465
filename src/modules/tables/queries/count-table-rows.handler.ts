import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Tables } from '../store/tables.js';
import { CountTableRows, type TableUsage } from './count-table-rows.query.js';

@QueryHandler(CountTableRows)
export class CountTableRowsHandler implements IQueryHandler<CountTableRows> {
  constructor(private readonly tables: Tables) {}

  execute({ workspaceIds }: CountTableRows): Promise<TableUsage> {
    return this.tables.usage(workspaceIds);
  }
}
