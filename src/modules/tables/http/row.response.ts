import { notFound, type DomainError } from '#kernel/errors.js';
import type { UpsertedRow } from '../commands/upsert-row.command.js';
import type { RowChangeView } from '../queries/get-row-history.query.js';
import type { RowView } from '../queries/views.js';

/** A page of rows. */
export interface TableRowsResponse {
  readonly rows: readonly RowView[];
  /** How many are on this page. */
  readonly rowCount: number;
  /** How many the filter finds; null when that was not asked for. */
  readonly totalCount: number | null;
  readonly limit: number;
  readonly offset: number;
  readonly nextCursor: string | null;
}

/** A row as it is after a change. */
export interface ChangedRowResponse {
  readonly row: RowView;
  readonly message: string;
}

/** Rows that are new. */
export interface InsertedRowsResponse {
  /** In the order in which they were sent. */
  readonly rows: readonly RowView[];
  /** How many. */
  readonly insertedCount: number;
  readonly message: string;
}

/** A row without its place in the order of insertion. */
interface UnplacedRowResponse {
  readonly id: string;
  /** By the names of the columns. */
  readonly data: RowView['data'];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A row that is new, or has been replaced. */
export interface UpsertedRowResponse {
  readonly row: UnplacedRowResponse;
  /** Whether it is new. */
  readonly operation: 'insert' | 'update';
  readonly message: string;
}

/** Which rows a filter has changed. */
export interface UpdatedRowsResponse {
  readonly message: string;
  /** How many. */
  readonly updatedCount: number;
  /** Absent when there are none. */
  readonly updatedRowIds?: readonly string[];
}

/** Which rows are deleted. */
export interface DeletedRowsResponse {
  readonly message: string;
  /** How many. */
  readonly deletedCount: number;
  readonly deletedRowIds: readonly string[];
  /** How many were named; absent when a filter chose them. */
  readonly requestedCount?: number;
  /** Of those that were named, the ones that were not there. */
  readonly missingRowIds?: readonly string[];
}

/** A row that is deleted. */
export interface DeletedRowResponse {
  readonly id: string;
  readonly message: string;
  /** Always 1. */
  readonly deletedCount: number;
}

/** What happened to a row, the newest first. */
export interface RowHistoryResponse {
  readonly changes: readonly RowChangeView[];
  readonly nextCursor: string | null;
}

/** A row after a change of it is taken back. */
export interface UndoneRowChangeResponse {
  /** Null: the row is gone, since what was undone is that it came. */
  readonly row: RowView | null;
  readonly message: string;
}

/** The specification has no position here. */
export function rowUpserted({ row: { position: _, ...row }, operation }: UpsertedRow): UpsertedRowResponse {
  return { row, operation, message: operation === 'insert' ? 'Row inserted successfully' : 'Row updated successfully' };
}

export function rowsUpdated(updatedRowIds: readonly string[]): UpdatedRowsResponse {
  const updatedCount = updatedRowIds.length;
  if (updatedCount === 0) return { message: 'No rows matched the filter criteria', updatedCount };
  return { message: 'Rows updated successfully', updatedCount, updatedRowIds };
}

/** `requested`: the ids that were named, if any were. */
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
