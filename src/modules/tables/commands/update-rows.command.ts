import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { invalidField } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import { readCells } from '../domain/row-data.js';
import { changeRows } from '../store/rows/change-rows.js';
import { RowSessions, type RowSession } from '../store/rows/row-session.js';
import { lockMatching } from '../store/rows/rows.js';
import type { StoredRow } from '../store/rows/stored-row.js';
import type { TableAccess } from '../store/table-access.js';
import { mergeRow } from './read-rows.js';
import { readTelling, requireTellingForm } from './read-telling.js';

export interface UpdatedRows {
  readonly updatedRowIds: readonly string[];
}

/** Changes the given cells in the first `limit` rows that match a filter, all or none. A repeated `effectKey` changes only once. */
export class UpdateRows extends Command<UpdatedRows> {
  constructor(
    readonly access: TableAccess,
    readonly update: { readonly filter: Json; readonly data: unknown; readonly limit: number },
    readonly effectKey?: string,
  ) {
    super();
  }
}

@CommandHandler(UpdateRows)
export class UpdateRowsHandler implements ICommandHandler<UpdateRows> {
  constructor(private readonly sessions: RowSessions) {}

  async execute({ access, update: { filter, data, limit }, effectKey }: UpdateRows): Promise<UpdatedRows> {
    requireTellingForm(filter);
    const work = async (session: RowSession): Promise<UpdatedRows> => {
      const { columns } = session.table;
      const condition = readTelling(columns, filter);
      // Validates the data even when the filter matches no rows.
      readOnce(session, data);
      const rows = await lockMatching(session, condition, limit);
      requireOneForUnique(session, data, rows);
      await changeRows(
        session,
        rows.map((row) => ({ row, cells: mergeRow(columns, row.data, data), path: ['data'] })),
      );
      return { updatedRowIds: rows.map(({ id }) => id) };
    };
    return this.sessions.write(access, work, effectKey);
  }
}

function readOnce({ table }: RowSession, data: unknown): void {
  const optional = table.columns.map((column) => ({ ...column, required: false }));
  mergeRow(optional, {}, data);
}

function requireOneForUnique({ table }: RowSession, data: unknown, rows: readonly StoredRow[]): void {
  if (rows.length < 2) return;
  const cells = readCells(table.columns, data, { path: ['data'], problems: [] });
  const column = table.columns.find(({ id, unique }) => unique && (cells[id] ?? null) !== null);
  if (column === undefined) return;
  const message = `Cannot set unique column values when updating multiple rows. Column "${column.name}" is unique and ${rows.length} rows match.`;
  throw invalidField(['data', column.name], message, 'not_unique');
}
