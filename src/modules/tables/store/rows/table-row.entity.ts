import { fleeting, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { Cells } from '../../domain/row-data.js';

/* Rows are data, not views of events. They have their own tables and their own history. */

interface TableSize {
  readonly tableId: string;
  readonly rowCount: number;
  readonly nextPosition: number;
}

/** The number of rows of a table, updated in the transaction that inserts or deletes rows. */
export const tableSize = new ReadModel<TableSize, 'tableId'>({
  table: 'table_size',
  key: ['tableId'],
  kept: withOwner('one for each table'),
  columns: { tableId: { type: 'uuid' }, rowCount: { type: 'bigint' }, nextPosition: { type: 'bigint' } },
});

interface TableRow {
  readonly tableId: string;
  readonly id: string;
  readonly position: number;
  readonly data: Cells;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: string | null;
  readonly createdIn: string | null;
}

export const tableRow = new ReadModel<TableRow, 'tableId' | 'id'>({
  table: 'table_row',
  key: ['tableId', 'id'],
  kept: withOwner('data of users; the plan limits it'),
  columns: {
    tableId: { type: 'uuid' },
    id: { type: 'uuid' },
    position: { type: 'bigint' },
    data: { type: 'jsonb' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
    createdBy: { type: 'uuid', nullable: true },
    createdIn: { type: 'text', nullable: true },
  },
});

interface TableKey {
  readonly tableId: string;
  readonly columnId: string;
  readonly key: string;
  readonly tie: number;
  readonly rowId: string;
}

/**
 * The values of unique and indexed columns, in order. `tie` is the position of the row, or -1 for a unique column: two rows with the same
 * value then have the same primary key, and PostgreSQL rejects the second.
 */
export const tableKey = new ReadModel<TableKey, 'tableId' | 'columnId' | 'key' | 'tie'>({
  table: 'table_key',
  key: ['tableId', 'columnId', 'key', 'tie'],
  kept: withOwner('values of rows by which a table is unique or sorted'),
  columns: {
    tableId: { type: 'uuid' },
    columnId: { type: 'text' },
    key: { type: 'text' },
    tie: { type: 'bigint' },
    rowId: { type: 'uuid' },
  },
});

interface TableRowChange {
  readonly tableId: string;
  readonly rowId: string;
  readonly seq: number;
  readonly id: string;
  readonly operation: string;
  readonly at: string;
  readonly actorId: string | null;
  readonly executionId: string | null;
  readonly before: Cells | null;
  readonly after: Cells | null;
  readonly position: number | null;
  readonly createdAt: string | null;
  readonly createdBy: string | null;
  readonly createdIn: string | null;
}

/**
 * The changes of a row after its insertion, which is derived from the row. `before` and `after` hold the changed cells. For a deleted
 * row, `before` holds all cells, and the last four columns hold its other properties.
 */
export const tableRowChange = new ReadModel<TableRowChange, 'tableId' | 'rowId' | 'seq'>({
  table: 'table_row_change',
  key: ['tableId', 'rowId', 'seq'],
  kept: withOwner('the history of rows; deleted with the table, or earlier when its time is over'),
  columns: {
    tableId: { type: 'uuid' },
    rowId: { type: 'uuid' },
    seq: { type: 'bigint' },
    id: { type: 'uuid' },
    operation: { type: 'text' },
    at: { type: 'timestamptz' },
    actorId: { type: 'uuid', nullable: true },
    executionId: { type: 'text', nullable: true },
    before: { type: 'jsonb', nullable: true },
    after: { type: 'jsonb', nullable: true },
    position: { type: 'bigint', nullable: true },
    createdAt: { type: 'timestamptz', nullable: true },
    createdBy: { type: 'uuid', nullable: true },
    createdIn: { type: 'text', nullable: true },
  },
});

interface TableEffect {
  readonly key: string;
  readonly tableId: string;
  readonly at: string;
  readonly result: unknown;
}

/** The stored result of an effect, so that a repetition does nothing and returns the same. */
export const tableEffect = new ReadModel<TableEffect, 'key'>({
  table: 'table_effect',
  key: ['key'],
  kept: fleeting('changes that runs have made to tables, so that a retry makes none of them twice'),
  columns: { key: { type: 'text' }, tableId: { type: 'uuid' }, at: { type: 'timestamptz' }, result: { type: 'json', nullable: true } },
});
