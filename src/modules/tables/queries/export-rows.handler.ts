import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { csvCell } from '../csv/csv-cell.js';
import { readFilter, requireFilterForm } from '../domain/read-filter.js';
import { KeptHistory } from '../store/kept-history.js';
import type { RowSelection } from '../store/row-statement.js';
import { Rows } from '../store/rows.js';
import { requireAccess } from '../store/table-access.js';
import { Tables, type Table } from '../store/tables.js';
import { ExportRows, type RowExport } from './export-rows.query.js';

const step = 1000;

@QueryHandler(ExportRows)
export class ExportRowsHandler implements IQueryHandler<ExportRows> {
  constructor(
    private readonly tables: Tables,
    private readonly rows: Rows,
    private readonly kept: KeptHistory,
  ) {}

  async execute({ access, rows: { filter, asOf } }: ExportRows): Promise<RowExport> {
    requireFilterForm(filter);
    requireAccess(access, 'read');
    await this.kept.require(access.workspaceId, asOf);
    const table = await this.tables.get(access);
    const selection = { tableId: table.id, workspaceId: table.workspaceId, condition: readFilter(table.columns, filter), sort: [], asOf };
    return { name: table.name, parts: this.#parts(table, selection) };
  }

  async *#parts({ columns }: Table, selection: RowSelection): AsyncGenerator<string> {
    yield `${columns.map(({ name }) => name).join(',')}\r\n`;
    let after = -1;
    for (;;) {
      const { rows } = await this.rows.page({ ...selection, after }, { limit: step, offset: 0, counts: false });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows.map(({ data }) => `${columns.map((column) => csvCell(column, data[column.id])).join(',')}\r\n`).join('');
      after = last.position;
    }
  }
}
