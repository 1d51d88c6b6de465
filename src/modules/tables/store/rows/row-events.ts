import type { RowKind } from './row-event.entity.js';

/** The rows of a statement whose changes are recorded. All members but `kind` are SQL; `before` and `after` are absent where null. */
interface ChangedRows {
  readonly kind: RowKind;
  readonly at: string;
  /** The run that made the change, and its call chain. */
  readonly author: readonly [executionId: string, callChain: string];
  readonly rows: string;
  readonly id: string;
  /** The former cells: all of a deleted row, the changed ones of an updated row. */
  readonly before?: string;
  /** All cells after the change. */
  readonly after?: string;
}

/**
 * A part of the statement that changes rows: it records the change once for each watcher of the table that asks for it. The first
 * parameter of the statement is the table. The event commits with the change, and a row's events are in the order of its changes.
 */
export function rowEventsSql({
  kind,
  at,
  author: [executionId, callChain],
  rows,
  id,
  before = 'null',
  after = 'null',
}: ChangedRows): string {
  const isWatched = kind === 'update' ? `and (w.column_ids is null or ${before} ?| w.column_ids)` : '';
  return `insert into table_row_event (watcher_id, table_id, row_id, kind, at, execution_id, call_chain, before, after)
          select w.watcher_id, $1, ${id}, '${kind}', ${at}, ${executionId}, ${callChain}::text[], ${before}::jsonb, ${after}::jsonb
          from table_row_watch w, ${rows} where w.table_id = $1 and w.kind = '${kind}' ${isWatched}`;
}
