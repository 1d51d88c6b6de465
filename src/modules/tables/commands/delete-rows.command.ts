import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Json } from '#kernel/json.js';
import { isId } from '#kernel/ids.js';
import { removeRows } from '../store/rows/remove-rows.js';
import { RowSessions, type RowSession } from '../store/rows/row-session.js';
import { lockMatching, lockRows } from '../store/rows/rows.js';
import type { TableAccess } from '../store/table-access.js';
import { readTelling, requireTellingForm } from './read-telling.js';

/** The rows with these ids, or the first `limit` rows that match a filter. */
export type DeletedSelection = { readonly rowIds: readonly string[] } | { readonly filter: Json; readonly limit: number };

export interface DeletedRows {
  readonly deletedRowIds: readonly string[];
}

/** Deletes all selected rows or none. A repeated `effectKey` deletes only once. */
export class DeleteRows extends Command<DeletedRows> {
  constructor(
    readonly access: TableAccess,
    readonly selection: DeletedSelection,
    readonly effectKey?: string,
  ) {
    super();
  }
}

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
