import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { insertRows } from '../store/insert-rows.js';
import { RowSessions } from '../store/row-session.js';
import { rowView } from '../queries/views.js';
import { InsertRows, type InsertedRows } from './insert-rows.command.js';
import { readRows, requireRowsForm } from './read-rows.js';

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
