import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { pathId } from '#kernel/path-id.js';
import { KeptHistory } from '../store/kept-history.js';
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
    private readonly kept: KeptHistory,
  ) {}

  async execute({ access, rowId, asOf }: GetRow): Promise<RowView> {
    requireAccess(access, 'read');
    await this.kept.require(access.workspaceId, asOf);
    const { schema, answer } = await this.tables.ask(access, async () => {
      const id = pathId(rowId, 'Row');
      return asOf === undefined ? this.rows.find(access, id) : this.rows.findAsOf(access, id, asOf);
    });
    if (answer.row === undefined) throw notFound('Row');
    return rowView(schema, answer.row);
  }
}
