import { Module, type OnModuleInit, type Provider } from '@nestjs/common';
import { Housekeeper } from '#infrastructure/housekeeping/housekeeper.js';
import { RetentionModule } from '#modules/retention/index.js';
import { ArchiveTableHandler } from './commands/archive-table.handler.js';
import { ChangeColumnsHandler } from './commands/change-columns.handler.js';
import { CreateTableHandler } from './commands/create-table.handler.js';
import { DeleteRowsHandler } from './commands/delete-rows.handler.js';
import { ImportRowsHandler } from './commands/import-rows.handler.js';
import { InsertRowsHandler } from './commands/insert-rows.handler.js';
import { UpdateRowHandler } from './commands/update-row.handler.js';
import { UpdateRowsHandler } from './commands/update-rows.handler.js';
import { UndoRowChangeHandler } from './commands/undo-row-change.handler.js';
import { UpsertRowHandler } from './commands/upsert-row.handler.js';
import { RowHistoryController } from './http/row-history.controller.js';
import { TableColumnsController } from './http/table-columns.controller.js';
import { TableCsvController } from './http/table-csv.controller.js';
import { TableRowsController } from './http/table-rows.controller.js';
import { TablesController } from './http/tables.controller.js';
import { CountTableRowsHandler } from './queries/count-table-rows.handler.js';
import { ExportRowsHandler } from './queries/export-rows.handler.js';
import { GetRowHandler } from './queries/get-row.handler.js';
import { GetRowHistoryHandler } from './queries/get-row-history.handler.js';
import { GetTableHandler } from './queries/get-table.handler.js';
import { ListTablesHandler } from './queries/list-tables.handler.js';
import { QueryRowsHandler } from './queries/query-rows.handler.js';
import { ColumnCells } from './store/column-cells.js';
import { KeptHistory } from './store/kept-history.js';
import { RowHistory } from './store/row-history.js';
import { RowSessions } from './store/row-session.js';
import { Rows } from './store/rows.js';
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
  UpsertRowHandler,
  DeleteRowsHandler,
  UndoRowChangeHandler,
  ImportRowsHandler,
];

const queryHandlers: readonly Provider[] = [
  GetTableHandler,
  ListTablesHandler,
  GetRowHandler,
  GetRowHistoryHandler,
  QueryRowsHandler,
  ExportRowsHandler,
  CountTableRowsHandler,
];

/** The tables of workspaces: schemas as events, rows as data. */
@Module({
  imports: [RetentionModule],
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
    ...commandHandlers,
    ...queryHandlers,
  ],
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
