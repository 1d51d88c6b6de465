import { isDeepStrictEqual } from 'node:util';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError, notFound, type ErrorDetail } from '#kernel/errors.js';
import { pathId } from '#kernel/ids.js';
import type { Column } from '../domain/column.js';
import { cellOf, checkRow, type Cells } from '../domain/row-data.js';
import { type RowView, rowView } from '../queries/views.js';
import { changeRows } from '../store/rows/change-rows.js';
import { KeptHistory } from '../store/rows/kept-history.js';
import { removeRows, restoreRow } from '../store/rows/remove-rows.js';
import { findChange, isBefore, isLast, type StoredChange } from '../store/rows/row-history.js';
import { RowSessions, type RowSession } from '../store/rows/row-session.js';
import { lockRows } from '../store/rows/rows.js';
import type { StoredRow } from '../store/rows/stored-row.js';
import { type TableAccess, requireAccess } from '../store/table-access.js';

/** Reverts one change of a row. Null: the change was the insertion, so the row was deleted. */
export class UndoRowChange extends Command<{ readonly row: RowView | null }> {
  constructor(
    readonly access: TableAccess,
    readonly rowId: string,
    readonly changeId: string,
  ) {
    super();
  }
}

@CommandHandler(UndoRowChange)
export class UndoRowChangeHandler implements ICommandHandler<UndoRowChange> {
  constructor(
    private readonly sessions: RowSessions,
    private readonly kept: KeptHistory,
  ) {}

  async execute({ access, rowId, changeId }: UndoRowChange): Promise<{ readonly row: RowView | null }> {
    requireAccess(access, 'write');
    const since = await this.kept.since(access.workspaceId);
    return this.sessions.write(access, async (session) => {
      const place = { tableId: session.table.id, rowId: pathId(rowId, 'Row'), id: pathId(changeId, 'Change') };
      const [row] = await lockRows(session, [place.rowId]);
      const change = place.id === place.rowId ? undefined : await findChange(session.client, place);
      requireKnown(place.id === place.rowId ? insertionOf(row) : change, since);
      const undone =
        change?.operation === 'delete' ? await bringBack(session, change, { ...place, row }) : await takeBack(session, change, row);
      return { row: undone === undefined ? null : rowView(session.table, undone) };
    });
  }
}

/** The insertion has the id of its row and is read from it. */
function insertionOf(row: StoredRow | undefined): Pick<StoredChange, 'at'> | undefined {
  return row === undefined ? undefined : { at: row.createdAt };
}

/** @throws DomainError not-found for an unknown change, and for one whose history is no longer kept */
function requireKnown(change: Pick<StoredChange, 'at'> | undefined, since: string | undefined): void {
  if (change === undefined || isBefore(change, since)) throw notFound('Change');
}

async function bringBack(
  session: RowSession,
  { seq, before }: StoredChange,
  { rowId, row }: { readonly rowId: string; readonly row: StoredRow | undefined },
): Promise<StoredRow | undefined> {
  if (row !== undefined) throw rowChangedSince('The row has already been restored');
  requireFit(session.table.columns, before);
  await restoreRow(session, { rowId, seq }, before);
  return (await lockRows(session, [rowId]))[0];
}

/** Reverts an insertion (which is not stored as a change), an update or a restoration. */
async function takeBack(session: RowSession, change: StoredChange | undefined, row: StoredRow | undefined): Promise<StoredRow | undefined> {
  if (row === undefined) throw rowChangedSince('The row has been deleted since', 'deleted_since');
  const { columns, id: tableId } = session.table;
  if (change?.operation === 'update') {
    requireUnchanged(columns, change, row);
    const cells = { ...row.data, ...change.before };
    requireFit(columns, cells);
    return (await changeRows(session, [{ row, cells, path: ['data'] }]))[0];
  }
  const isUntouched = await isLast(session.client, { tableId, rowId: row.id }, change?.seq ?? 0);
  if (!isUntouched) throw rowChangedSince('The row has been changed since');
  await removeRows(session, [row]);
  return undefined;
}

function requireUnchanged(columns: readonly Column[], { after }: StoredChange, { data }: StoredRow): void {
  const details = Object.entries(after).flatMap(([id, cell]): ErrorDetail[] => {
    const name = columns.find((column) => column.id === id)?.name;
    if (name === undefined) return [{ path: [id], message: `The column ${id} has been deleted since`, code: 'deleted_since' }];
    if (isDeepStrictEqual(data[id] ?? null, cell)) return [];
    return [{ path: [name], message: `${name} has been changed since`, code: 'changed_since' }];
  });
  if (details.length > 0) throw changedSince(details[0]?.message ?? '', details);
}

/** The columns may have changed since. @throws DomainError conflict */
function requireFit(columns: readonly Column[], cells: Cells): void {
  const problems: ErrorDetail[] = [];
  for (const column of columns) {
    const fits = cellOf(column, cells[column.id] ?? null) !== undefined;
    if (!fits) problems.push({ path: [column.name], message: `${column.name} now has the type ${column.type}`, code: 'changed_since' });
  }
  checkRow(columns, cells, { path: [], problems });
  if (problems.length > 0) throw changedSince(problems[0]?.message ?? '', problems);
}

function changedSince(reason: string, details: readonly ErrorDetail[]): DomainError {
  return new DomainError('conflict', 'CONFLICT', `This change cannot be undone: ${reason}`, { details });
}

function rowChangedSince(reason: string, code = 'changed_since'): DomainError {
  return changedSince(reason, [{ path: ['rowId'], message: reason, code }]);
}
