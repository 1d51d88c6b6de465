import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel/clock.js';
import { PlanCatalogue } from '#kernel/plan.js';
import type { TableView } from '../queries/views.js';
import { TableSchemas } from '../store/table-schemas.js';
import { Tables } from '../store/tables.js';
import { CreateTable } from './create-table.command.js';

@CommandHandler(CreateTable)
export class CreateTableHandler implements ICommandHandler<CreateTable> {
  constructor(
    private readonly schemas: TableSchemas,
    private readonly tables: Tables,
    private readonly plans: PlanCatalogue,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, meta, details }: CreateTable): Promise<TableView> {
    const tableId = await this.schemas.create({ type: 'create', ...details, at: this.clock.iso() }, { caller, meta });
    const table = await this.tables.get({ tableId, workspaceId: details.workspaceId });
    return { ...table, mostRows: this.plans.of(caller.account.plan).rowsPerTable };
  }
}
