import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { pathId } from '#kernel/ids.js';
import { type RowView, rowView } from '../queries/views.js';
import { changeRows } from '../store/rows/change-rows.js';
import { RowSessions } from '../store/rows/row-session.js';
import { lockRows } from '../store/rows/rows.js';
import type { TableAccess } from '../store/table-access.js';
import { mergeRow } from './read-rows.js';

/** Changes the given cells of a row. A null clears a cell. */
export class UpdateRow extends Command<RowView> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly data: unknown,
  ) {
    super();
  }
}

@CommandHandler(UpdateRow)
export class UpdateRowHandler implements ICommandHandler<UpdateRow> {
  constructor(private readonly sessions: RowSessions) {}

  execute({ access, rowId, data }: UpdateRow): Promise<RowView> {
    return this.sessions.write(access, async (session) => {
      const { table } = session;
      const [row] = await lockRows(session, [pathId(rowId, 'Row')]);
      if (row === undefined) throw notFound('Row');
      const [changed = row] = await changeRows(session, [{ row, cells: mergeRow(table.columns, row.data, data), path: ['data'] }]);
      return rowView(table, changed);
    });
  }
}
