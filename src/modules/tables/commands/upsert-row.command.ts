import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError, invalidField } from '#kernel/errors.js';
import type { Column } from '../domain/column.js';
import { type RowView, rowView } from '../queries/views.js';
import { cellKey } from '../store/cell-key.js';
import { changeRows } from '../store/rows/change-rows.js';
import { insertRows } from '../store/rows/insert-rows.js';
import { RowSessions, type RowSession } from '../store/rows/row-session.js';
import { lockByKey } from '../store/rows/rows.js';
import type { TableAccess } from '../store/table-access.js';
import { RowRace } from '../store/table-gate.js';
import { readRows } from './read-rows.js';

export interface UpsertedRow {
  readonly row: RowView;
  readonly operation: 'insert' | 'update';
}

/** Replaces the row that has the same value in a unique column, or inserts one. A repeated `effectKey` writes only once. */
export class UpsertRow extends Command<UpsertedRow> {
  constructor(
    readonly access: TableAccess,
    /** `conflictTarget`: the unique column. Optional if the table has only one. */
    readonly upsert: { readonly data: unknown; readonly conflictTarget?: string | undefined },
    readonly effectKey?: string,
  ) {
    super();
  }
}

@CommandHandler(UpsertRow)
export class UpsertRowHandler implements ICommandHandler<UpsertRow> {
  constructor(private readonly sessions: RowSessions) {}

  execute({ access, upsert: { data, conflictTarget }, effectKey }: UpsertRow): Promise<UpsertedRow> {
    return this.sessions.write(access, (session) => upsertRow(session, data, conflictTarget), effectKey);
  }
}

async function upsertRow(session: RowSession, data: unknown, conflictTarget: string | undefined): Promise<UpsertedRow> {
  const { table } = session;
  const target = targetOf(table.columns, conflictTarget);
  const [read] = readRows(table.columns, { data });
  if (read === undefined) throw new Error('One row was sent');
  const value = read.cells[target.id] ?? null;
  if (value === null)
    throw invalidField(['data', target.name], `Upsert requires a value for the conflict target column "${target.name}"`, 'required');
  const key = cellKey(target.type, value);
  const row = await lockByKey(session, target.id, key);
  if (row !== undefined) {
    // While the lock was awaited, another transaction has given this row another value. It is another record now; the retry looks again.
    if (cellKey(target.type, row.data[target.id]) !== key) throw new RowRace();
    const [changed = row] = await changeRows(session, [{ row, ...read }]);
    return { row: rowView(table, changed), operation: 'update' };
  }
  try {
    const [inserted] = await insertRows(session, [read]);
    if (inserted === undefined) throw new Error('One row was inserted');
    return { row: rowView(table, inserted), operation: 'insert' };
  } catch (error) {
    // Another transaction has inserted the row since. The retry finds it.
    throw isTaken(error, target) ? new RowRace() : error;
  }
}

function isTaken(error: unknown, { name }: Column): boolean {
  return error instanceof DomainError && (error.details ?? []).some(({ code, path }) => code === 'not_unique' && path.at(-1) === name);
}

function targetOf(columns: readonly Column[], name: string | undefined): Column {
  const unique = columns.filter((column) => column.unique);
  const names = unique.map((column) => column.name).join(', ');
  const [first] = unique;
  if (first === undefined) {
    const advice = 'Please add a unique constraint to a column or use insert instead.';
    throw invalidField('conflictTarget', `Upsert requires at least one unique column in the schema. ${advice}`, 'not_allowed');
  }
  if (name === undefined) {
    if (unique.length === 1) return first;
    const message = `Table has multiple unique columns (${names}). Specify a conflict column to indicate which one to match on.`;
    throw invalidField('conflictTarget', message, 'required');
  }
  const target = unique.find((column) => column.name === name);
  if (target === undefined)
    throw invalidField('conflictTarget', `Column "${name}" is not a unique column. Available unique columns: ${names}`, 'not_allowed');
  return target;
}
