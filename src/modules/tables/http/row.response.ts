import { notFound, type DomainError } from '#kernel/errors.js';

export function rowsUpdated(updatedRowIds: readonly string[]): object {
  const updatedCount = updatedRowIds.length;
  if (updatedCount === 0) return { message: 'No rows matched the filter criteria', updatedCount };
  return { message: 'Rows updated successfully', updatedCount, updatedRowIds };
}

/** `requested`: the ids that were named, if any were. */
export function rowsDeleted(deletedRowIds: readonly string[], requested?: readonly string[]): object {
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
