import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { pathId } from '#kernel/path-id.js';
import { Rows } from '../store/rows.js';
import { requireAccess } from '../store/table-access.js';
import { Tables } from '../store/tables.js';
import { GetRow } from './get-row.query.js';
import { rowView, type RowView } from './views.js';

@QueryHandler(GetRow)
export class GetRowHandler implements IQueryHandler<GetRow> {
  constructor(
    private readonly tables: Tables,
    private readonly rows: Rows,
  ) {}

  async execute({ access, rowId, asOf }: GetRow): Promise<RowView> {
    requireAccess(access, 'read');
    const table = await this.tables.get(access);
    const id = pathId(rowId, 'Row');
    const row = asOf === undefined ? await this.rows.find(table.id, id) : await this.rows.findAsOf(table.id, id, asOf);
    if (row === undefined) throw notFound('Row');
    return rowView(table, row);
  }
}
