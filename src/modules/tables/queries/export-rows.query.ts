import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import { csvCell } from '../csv/csv-cell.js';
import { readFilter, requireFilterForm } from '../domain/read-filter.js';
import { KeptHistory } from '../store/rows/kept-history.js';
import type { RowSelection } from '../store/rows/row-statement.js';
import { Rows } from '../store/rows/rows.js';
import { type TableAccess, requireAccess } from '../store/table-access.js';
import { Tables, type Table } from '../store/tables.js';

export interface RowExport {
  /** The name of the table. */
  readonly name: string;
  /** The parts of the file. Each is produced when it is consumed. */
  readonly parts: AsyncIterable<string>;
}

/**
 * Exports the rows that match a filter as CSV, in the order of insertion. A row that changes meanwhile appears once, in its old or its
 * new state.
 */
export class ExportRows extends Query<RowExport> {
  constructor(
    readonly access: TableAccess,
    readonly rows: { readonly filter?: Json | undefined; readonly asOf?: string | undefined },
  ) {
    super();
  }
}

/** How many bytes of rows are in memory at once, approximately. */
const partBytes = 4 * 1024 * 1024;
const firstStep = 100;
const [fewest, most] = [10, 1000];

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
    let limit = firstStep;
    for (;;) {
      const { rows } = await this.rows.page({ ...selection, after }, { limit, offset: 0, counts: false, mostBytes: partBytes });
      const last = rows.at(-1);
      if (last === undefined) return;
      const part = rows.map(({ data }) => `${csvLine(columns.map((column) => csvCell(column, data[column.id])))}\r\n`).join('');
      yield part;
      after = last.position;
      limit = stepAfter(rows.length, Buffer.byteLength(part));
    }
  }
}

/** An empty line is no record: the empty cell of an only column is quoted. */
function csvLine(cells: readonly string[]): string {
  return cells.join(',') || (cells.length === 1 ? '""' : '');
}

/** The next step, if its rows are as large as the last ones. If they are larger, the database ends it earlier, after having read it all. */
function stepAfter(rows: number, bytes: number): number {
  return Math.min(most, Math.max(fewest, Math.floor((rows * partBytes) / bytes)));
}
