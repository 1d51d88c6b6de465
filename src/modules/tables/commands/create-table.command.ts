import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { Clock } from '#kernel/clock.js';
import type { EventMeta } from '#kernel/event.js';
import { PlanCatalogue } from '#kernel/plan/plan.js';
import type { TableView } from '../queries/views.js';
import { TableSchemas } from '../store/table-schemas.js';
import { Tables } from '../store/tables.js';

/** The decider validates the name and the columns. */
export interface NewTable {
  readonly workspaceId: string;
  readonly name: unknown;
  readonly description: string | null;
  readonly columns: unknown;
}

export class CreateTable extends Command<TableView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: NewTable,
  ) {
    super();
  }
}

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
