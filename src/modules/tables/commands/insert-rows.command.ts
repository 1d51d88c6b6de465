import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type RowView, rowView } from '../queries/views.js';
import { insertRows } from '../store/rows/insert-rows.js';
import { RowSessions } from '../store/rows/row-session.js';
import type { TableAccess } from '../store/table-access.js';
import { type NewRows, readRows, requireRowsForm } from './read-rows.js';

export interface InsertedRows {
  readonly rows: readonly RowView[];
}

/** Inserts all rows or none. A repeated `effectKey` inserts only once. */
export class InsertRows extends Command<InsertedRows> {
  constructor(
    readonly access: TableAccess,
    readonly sent: NewRows,
    readonly effectKey?: string,
  ) {
    super();
  }
}

@CommandHandler(InsertRows)
export class InsertRowsHandler implements ICommandHandler<InsertRows> {
  constructor(private readonly sessions: RowSessions) {}

  async execute({ access, sent, effectKey }: InsertRows): Promise<InsertedRows> {
    requireRowsForm(sent);
    return this.sessions.write(
      access,
      async (session) => {
        const { table } = session;
        const rows = await insertRows(session, readRows(table.columns, sent));
        return { rows: rows.map((row) => rowView(table, row)) };
      },
      effectKey,
    );
  }
}
