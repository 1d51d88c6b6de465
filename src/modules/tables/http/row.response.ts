import { notFound, type DomainError } from '#kernel/errors.js';
import type { UpsertedRow } from '../commands/upsert-row.command.js';
import type { RowChangeView } from '../queries/get-row-history.query.js';
import type { RowView } from '../queries/views.js';

/** A page of rows. */
export interface TableRowsResponse {
  /** The rows of the page. */
  readonly rows: readonly RowView[];
  /** Number of rows on this page. */
  readonly rowCount: number;
  /** Number of matching rows on all pages; null if `includeTotal` is false. */
  readonly totalCount: number | null;
  /** Maximum number of rows of the request. */
  readonly limit: number;
  /** Number of skipped rows. */
  readonly offset: number;
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A row. */
export interface FoundRowResponse {
  /** The requested row. */
  readonly row: RowView;
}

/** A row after a change. */
export interface ChangedRowResponse {
  /** The row after the change. */
  readonly row: RowView;
  readonly message: string;
}

/** The inserted rows. */
export interface InsertedRowsResponse {
  /** The inserted rows, in the order of the request. */
  readonly rows: readonly RowView[];
  /** Number of inserted rows. */
  readonly insertedCount: number;
  readonly message: string;
}

/** A row without its position. */
interface UnplacedRowResponse {
  /** Id of the row. */
  readonly id: string;
  /** The cells by column name. */
  readonly data: RowView['data'];
  /** When the row was created. */
  readonly createdAt: string;
  /** When the row was last changed. */
  readonly updatedAt: string;
}

/** The inserted or replaced row. */
export interface UpsertedRowResponse {
  /** The row after the change. */
  readonly row: UnplacedRowResponse;
  /** Whether a row was inserted (`insert`) or replaced (`update`). */
  readonly operation: 'insert' | 'update';
  readonly message: string;
}

/** The rows that an update changed. */
export interface UpdatedRowsResponse {
  readonly message: string;
  /** Number of updated rows. */
  readonly updatedCount: number;
  /** Ids of the updated rows. Absent if no row matched. */
  readonly updatedRowIds?: readonly string[];
}

/** The rows of a batch after their change. */
export interface UpdatedRowBatchResponse {
  /** The rows, in the order of the request. */
  readonly rows: readonly RowView[];
  /** Number of rows in the request. */
  readonly updatedCount: number;
  readonly message: string;
}

/** The rows that a request deleted. */
export interface DeletedRowsResponse {
  readonly message: string;
  /** Number of deleted rows. */
  readonly deletedCount: number;
  /** Ids of the deleted rows. */
  readonly deletedRowIds: readonly string[];
  /** Number of ids in the request. Absent if the request had a filter. */
  readonly requestedCount?: number;
  /** Ids of the request that do not exist. Absent if the request had a filter. */
  readonly missingRowIds?: readonly string[];
}

/** A deleted row. */
export interface DeletedRowResponse {
  /** Id of the deleted row. */
  readonly id: string;
  readonly message: string;
  /** Always 1. */
  readonly deletedCount: number;
}

/** A page of changes of a row. */
export interface RowHistoryResponse {
  /** The changes, newest first. */
  readonly changes: readonly RowChangeView[];
  /** Cursor of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

/** A row after one of its changes was reverted. */
export interface UndoneRowChangeResponse {
  /** The row; null if the reverted change was its insertion, so that the row was deleted. */
  readonly row: RowView | null;
  readonly message: string;
}

/** The specification defines no position in this response. */
export function rowUpserted({ row: { position: _, ...row }, operation }: UpsertedRow): UpsertedRowResponse {
  return { row, operation, message: operation === 'insert' ? 'Row inserted successfully' : 'Row updated successfully' };
}

export function rowsUpdated(updatedRowIds: readonly string[]): UpdatedRowsResponse {
  const updatedCount = updatedRowIds.length;
  if (updatedCount === 0) return { message: 'No rows matched the filter criteria', updatedCount };
  return { message: 'Rows updated successfully', updatedCount, updatedRowIds };
}

/** `requested`: the ids of the request; undefined for a filter. */
export function rowsDeleted(deletedRowIds: readonly string[], requested?: readonly string[]): DeletedRowsResponse {
  const deletedCount = deletedRowIds.length;
  if (requested === undefined) {
    const message = deletedCount === 0 ? 'No rows matched the filter criteria' : 'Rows deleted successfully';
    return { message, deletedCount, deletedRowIds };
  }
  const message = deletedCount === 0 ? 'No matching rows found for the provided IDs' : 'Rows deleted successfully';
  const gone = new Set(deletedRowIds);
  const missingRowIds = [...new Set(requested)].filter((id) => !gone.has(id));
  return { message, deletedCount, deletedRowIds, requestedCount: requested.length, missingRowIds };
}

export function notFoundRow(): DomainError {
  return notFound('Row');
}
