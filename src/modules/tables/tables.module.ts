import { Module, type OnModuleInit, type Provider } from '@nestjs/common';
import { Housekeeper } from '#ledger/chores/housekeeper.js';
import { IdentityModule } from '#modules/identity/index.js';
import { RetentionModule } from '#modules/retention/index.js';
import { ArchiveTableHandler } from './commands/archive-table.command.js';
import { ChangeColumnsHandler } from './commands/change-columns.command.js';
import { CreateTableHandler } from './commands/create-table.command.js';
import { DeleteRowsHandler } from './commands/delete-rows.command.js';
import { ImportRowsHandler } from './commands/import-rows.command.js';
import { InsertRowsHandler } from './commands/insert-rows.command.js';
import { UpdateRowBatchHandler } from './commands/update-row-batch.command.js';
import { UpdateRowHandler } from './commands/update-row.command.js';
import { UpdateRowsHandler } from './commands/update-rows.command.js';
import { UndoRowChangeHandler } from './commands/undo-row-change.command.js';
import { UpsertRowHandler } from './commands/upsert-row.command.js';
import { RowHistoryController } from './http/row-history.controller.js';
import { TableColumnsController } from './http/table-columns.controller.js';
import { TableCsvController } from './http/table-csv.controller.js';
import { TableRowsController } from './http/table-rows.controller.js';
import { TablesController } from './http/tables.controller.js';
import { CountTableRowsHandler } from './queries/count-table-rows.query.js';
import { ExportRowsHandler } from './queries/export-rows.query.js';
import { GetRowHandler } from './queries/get-row.query.js';
import { GetRowHistoryHandler } from './queries/get-row-history.query.js';
import { FindTablesHandler } from './queries/find-tables.query.js';
import { GetTableHandler } from './queries/get-table.query.js';
import { ListTablesHandler } from './queries/list-tables.query.js';
import { QueryRowsHandler } from './queries/query-rows.query.js';
import { ColumnCells } from './store/column-cells.js';
import { KeptHistory } from './store/rows/kept-history.js';
import { RowHistory } from './store/rows/row-history.js';
import { RowSessions } from './store/rows/row-session.js';
import { Rows } from './store/rows/rows.js';
import { RowWatches } from './store/row-watches.js';
import { TableGate } from './store/table-gate.js';
import { TableSchemas } from './store/table-schemas.js';
import { TableUpkeep } from './store/table-upkeep.js';
import { Tables } from './store/tables.js';

const commandHandlers: readonly Provider[] = [
  CreateTableHandler,
  ArchiveTableHandler,
  ChangeColumnsHandler,
  InsertRowsHandler,
  UpdateRowHandler,
  UpdateRowsHandler,
  UpdateRowBatchHandler,
  UpsertRowHandler,
  DeleteRowsHandler,
  UndoRowChangeHandler,
  ImportRowsHandler,
];

const queryHandlers: readonly Provider[] = [
  FindTablesHandler,
  GetTableHandler,
  ListTablesHandler,
  GetRowHandler,
  GetRowHistoryHandler,
  QueryRowsHandler,
  ExportRowsHandler,
  CountTableRowsHandler,
];

/** The tables of workspaces. Schemas are events, rows are data. */
@Module({
  imports: [IdentityModule, RetentionModule],
  controllers: [TablesController, TableColumnsController, TableRowsController, RowHistoryController, TableCsvController],
  providers: [
    TableGate,
    Tables,
    TableSchemas,
    ColumnCells,
    RowSessions,
    Rows,
    RowHistory,
    KeptHistory,
    TableUpkeep,
    RowWatches,
    ...commandHandlers,
    ...queryHandlers,
  ],
  exports: [RowWatches],
})
export class TablesModule implements OnModuleInit {
  constructor(
    private readonly housekeeper: Housekeeper,
    private readonly upkeep: TableUpkeep,
  ) {}

  onModuleInit(): void {
    this.housekeeper.add(() => this.upkeep.tidy());
  }
}
