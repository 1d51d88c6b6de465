import { fleeting, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { Cells } from '../../domain/row-data.js';

/** What happened to a row. A restored row counts as inserted. */
export type RowKind = 'insert' | 'update' | 'delete';

export interface TableRowWatch {
  readonly watcherId: string;
  readonly tableId: string;
  readonly kind: RowKind;
  /** Ids of the columns of which an update must change at least one; null: any. */
  readonly columnIds: readonly string[] | null;
}

/** Who wants which changes of a table's rows. Changes without a watcher are not recorded as events. */
export const tableRowWatch = new ReadModel<TableRowWatch, 'watcherId'>({
  table: 'table_row_watch',
  key: ['watcherId'],
  kept: withOwner('one for each trigger that watches a table'),
  columns: {
    watcherId: { type: 'uuid' },
    tableId: { type: 'uuid' },
    kind: { type: 'text' },
    columnIds: { type: 'text[]', nullable: true },
  },
});

interface TableRowEvent {
  readonly seq: number;
  readonly watcherId: string;
  readonly tableId: string;
  readonly rowId: string;
  readonly kind: RowKind;
  readonly at: string;
  readonly executionId: string | null;
  readonly callChain: readonly string[];
  readonly before: Cells | null;
  readonly after: Cells | null;
  /** The number of the first event of those that are taken together; null until they are. */
  readonly batch: number | null;
}

/** A change of a row that waits for a watcher. It is written by the statement that changes the row, once for each watcher. */
export const tableRowEvent = new ReadModel<TableRowEvent, 'seq'>({
  table: 'table_row_event',
  key: ['seq'],
  kept: fleeting('changes of rows until their watcher has taken them'),
  columns: {
    seq: { type: 'bigint' },
    watcherId: { type: 'uuid' },
    tableId: { type: 'uuid' },
    rowId: { type: 'uuid' },
    kind: { type: 'text' },
    at: { type: 'timestamptz' },
    executionId: { type: 'text', nullable: true },
    callChain: { type: 'text[]' },
    before: { type: 'jsonb', nullable: true },
    after: { type: 'jsonb', nullable: true },
    batch: { type: 'bigint', nullable: true },
  },
});
