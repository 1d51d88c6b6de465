import { fleeting, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { Cells } from '../../domain/row-data.js';

/** What happened to a row. A restored row counts as inserted. */
export type RowKind = 'insert' | 'update' | 'delete';

interface TableRowWatch {
  readonly tableId: string;
  readonly watcherId: string;
  readonly kinds: readonly RowKind[];
}

/** Who wants the changes of a table's rows. Changes without a watcher are not recorded as events. */
export const tableRowWatch = new ReadModel<TableRowWatch, 'tableId' | 'watcherId'>({
  table: 'table_row_watch',
  key: ['tableId', 'watcherId'],
  kept: withOwner('one for each trigger that watches a table'),
  columns: { tableId: { type: 'uuid' }, watcherId: { type: 'uuid' }, kinds: { type: 'text[]' } },
});

interface TableRowEvent {
  readonly seq: number;
  readonly tableId: string;
  readonly rowId: string;
  readonly kind: RowKind;
  readonly at: string;
  readonly executionId: string | null;
  readonly callChain: readonly string[];
  readonly before: Cells | null;
  readonly after: Cells | null;
}

/** A change of a row that waits for its watchers. It is written by the statement that changes the row. */
export const tableRowEvent = new ReadModel<TableRowEvent, 'seq'>({
  table: 'table_row_event',
  key: ['seq'],
  kept: fleeting('changes of rows until their watchers have taken them'),
  columns: {
    seq: { type: 'bigint' },
    tableId: { type: 'uuid' },
    rowId: { type: 'uuid' },
    kind: { type: 'text' },
    at: { type: 'timestamptz' },
    executionId: { type: 'text', nullable: true },
    callChain: { type: 'text[]' },
    before: { type: 'jsonb', nullable: true },
    after: { type: 'jsonb', nullable: true },
  },
});
