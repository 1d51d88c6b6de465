import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '#kernel/errors.js';
import { pathId } from '#kernel/path-id.js';
import { rowView, type RowView } from '../queries/views.js';
import { changeRows } from '../store/change-rows.js';
import { RowSessions } from '../store/row-session.js';
import { lockRows } from '../store/rows.js';
import { mergeRow } from './read-rows.js';
import { UpdateRow } from './update-row.command.js';

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
