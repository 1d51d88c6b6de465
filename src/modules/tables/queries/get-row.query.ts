import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { pathId } from '#kernel/ids.js';
import { KeptHistory } from '../store/rows/kept-history.js';
import { Rows } from '../store/rows/rows.js';
import { type TableAccess, requireAccess } from '../store/table-access.js';
import { Tables } from '../store/tables.js';
import { type RowView, rowView } from './views.js';

/** `asOf`: the time of the state to return, ISO 8601, UTC. */
export class GetRow extends Query<RowView> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly asOf?: string,
  ) {
    super();
  }
}

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
