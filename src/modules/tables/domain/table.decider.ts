import type { Decider } from '#kernel/decider.js';
import { assertNever, conflict, DomainError, invalidField, notFound } from '#kernel/errors.js';
import type { Column, ColumnChanges, ColumnDraft } from './column.js';
import { readColumn, readColumnChanges, readName, requireFreeName, requireOrder } from './read-column.js';
import { tableLimits } from './table-limits.js';
import { TableArchived, TableColumnAdded, TableColumnChanged, TableColumnDeleted, TableCreated, type TableEvent } from './table.events.js';

export interface ExistingTable {
  readonly status: 'existing';
  readonly workspaceId: string;
  readonly name: string;
  readonly columns: readonly Column[];
  /** The number of columns ever created. Column ids are never reused. */
  readonly columnsEver: number;
}

export type TableState = { readonly status: 'absent' } | { readonly status: 'archived' } | ExistingTable;

/** Times are ISO 8601, UTC. Fields of type `unknown` come from the request and are validated here. */
export type TableCommand =
  | {
      readonly type: 'create';
      readonly workspaceId: string;
      readonly name: unknown;
      readonly description: string | null;
      readonly columns: unknown;
      readonly at: string;
    }
  | { readonly type: 'add-column'; readonly column: unknown; readonly position: number | undefined; readonly at: string }
  | { readonly type: 'change-column'; readonly name: string; readonly updates: unknown; readonly at: string }
  | { readonly type: 'delete-column'; readonly name: string; readonly at: string }
  | { readonly type: 'archive'; readonly at: string };

/** The schema of a table. The table store checks whether the rows fit a change. */
export const table: Decider<TableState, TableCommand, TableEvent> = {
  initial: { status: 'absent' },

  decide(command, state) {
    if (command.type === 'create') return create(command, state);
    if (state.status !== 'existing') throw notFound('Table');
    const { at } = command;
    switch (command.type) {
      case 'add-column':
        return addColumn(command, state);
      case 'change-column':
        return changeColumn(command, state);
      case 'delete-column': {
        const column = columnNamed(state, command.name);
        if (state.columns.length === 1) throw invalidField('columnName', 'Cannot delete the last column in a table', 'not_allowed');
        return [TableColumnDeleted({ column, columns: state.columns.filter((each) => each !== column), at })];
      }
      case 'archive':
        return [TableArchived({ name: state.name, at })];
      default:
        return assertNever(command);
    }
  },

  evolve(state, event) {
    if (event.type === 'table.created') {
      const { workspaceId, name, columns } = event.payload;
      return { status: 'existing', workspaceId, name, columns, columnsEver: columns.length };
    }
    if (state.status !== 'existing') return state;
    switch (event.type) {
      case 'table.column-added':
        return { ...state, columns: event.payload.columns, columnsEver: state.columnsEver + 1 };
      case 'table.column-changed':
      case 'table.column-deleted':
        return { ...state, columns: event.payload.columns };
      case 'table.archived':
        return { status: 'archived' };
      default:
        return assertNever(event);
    }
  },
};

/** Validates what does not depend on the table. It runs before the table is loaded. @throws DomainError invalid */
export function requireForm(command: TableCommand): void {
  if (command.type === 'add-column') readColumn(command.column, ['column']);
  if (command.type === 'change-column') readColumnChanges(command.updates, ['updates']);
}

function create(command: Extract<TableCommand, { type: 'create' }>, state: TableState): readonly TableEvent[] {
  if (state.status !== 'absent') throw conflict('CONFLICT', 'A table with this id already exists');
  const { workspaceId, description, columns: wanted, at } = command;
  const name = readName(command.name, ['name'], tableLimits.name);
  const path = ['schema', 'columns'];
  if (!Array.isArray(wanted) || wanted.length === 0)
    throw invalidField(
      path,
      'schema.columns must be a list of at least one column',
      Array.isArray(wanted) ? 'out_of_range' : 'invalid_type',
    );
  requireRoom(wanted.length, path);
  const drafts: ColumnDraft[] = [];
  for (const [index, value] of wanted.entries()) {
    const draft = readColumn(value, [...path, index]);
    requireFreeName(drafts, draft.name, [...path, index]);
    drafts.push(draft);
  }
  return [TableCreated({ workspaceId, name, description, columns: drafts.map((draft, index) => columnOf(draft, index + 1)), at })];
}

function addColumn(command: Extract<TableCommand, { type: 'add-column' }>, state: ExistingTable): readonly TableEvent[] {
  const draft = readColumn(command.column, ['column']);
  requireFreeName(state.columns, draft.name, ['column']);
  requireRoom(state.columns.length + 1, ['column']);
  const column = columnOf(draft, state.columnsEver + 1);
  return [
    TableColumnAdded({ column, columns: state.columns.toSpliced(command.position ?? state.columns.length, 0, column), at: command.at }),
  ];
}

function changeColumn(command: Extract<TableCommand, { type: 'change-column' }>, state: ExistingTable): readonly TableEvent[] {
  const column = columnNamed(state, command.name);
  const wanted = readColumnChanges(command.updates, ['updates']);
  const others = state.columns.filter(({ id }) => id !== column.id);
  if (wanted.name !== undefined) requireFreeName(others, wanted.name, ['updates']);
  requireOrder({ ...column, ...wanted }, ['updates']);
  const changes: ColumnChanges = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => column[key as keyof ColumnDraft] !== value),
  );
  if (Object.keys(changes).length === 0) return [];
  const columns = state.columns.map((each) => (each === column ? { ...each, ...changes } : each));
  return [TableColumnChanged({ columnId: column.id, changes, columns, at: command.at })];
}

function columnOf({ name, type, required, unique, indexed }: ColumnDraft, number: number): Column {
  return { id: `c${number}`, name, type, required, unique, indexed };
}

/** @throws DomainError not-found */
function columnNamed({ columns }: ExistingTable, name: string): Column {
  const found = columns.find((column) => column.name === name);
  if (found === undefined) throw new DomainError('not-found', 'NOT_FOUND', `Column "${name}" not found`);
  return found;
}

function requireRoom(columns: number, path: readonly string[]): void {
  if (columns > tableLimits.columns) throw invalidField(path, `A table has at most ${tableLimits.columns} columns`, 'out_of_range');
}
