import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isId } from '#kernel/path-id.js';
import { removeRows } from '../store/remove-rows.js';
import { RowSessions, type RowSession } from '../store/row-session.js';
import { lockMatching, lockRows } from '../store/rows.js';
import { DeleteRows, type DeletedRows } from './delete-rows.command.js';
import { readTelling, requireTellingForm } from './read-telling.js';

@CommandHandler(DeleteRows)
export class DeleteRowsHandler implements ICommandHandler<DeleteRows> {
  constructor(private readonly sessions: RowSessions) {}

  async execute({ access, selection, effectKey }: DeleteRows): Promise<DeletedRows> {
    if ('filter' in selection) requireTellingForm(selection.filter);
    const work = async (session: RowSession): Promise<DeletedRows> => {
      const rows =
        'rowIds' in selection
          ? await lockRows(session, selection.rowIds.filter(isId))
          : await lockMatching(session, readTelling(session.table.columns, selection.filter), selection.limit);
      await removeRows(session, rows);
      return { deletedRowIds: rows.map(({ id }) => id) };
    };
    return this.sessions.write(access, work, effectKey);
  }
}
