import { DomainError, invalidField, type ErrorDetail } from '#kernel/errors.js';
import { isJsonObject } from '#kernel/json.js';
import type { Column } from '../domain/column.js';
import { checkRow, readCells, readRow, type Cells } from '../domain/row-data.js';
import { tableLimits } from '../domain/table-limits.js';

/** One row as `data`, or several as `rows`. */
export type NewRows = { readonly data: unknown } | { readonly rows: readonly unknown[] };

interface ReadRow {
  readonly cells: Cells;
  /** The path of the row in the request. */
  readonly path: readonly (string | number)[];
}

/** Validates what does not depend on the table. @throws DomainError invalid */
export function requireRowsForm(sent: NewRows): void {
  if ('data' in sent) return;
  const { rows } = sent;
  if (rows.length === 0 || rows.length > tableLimits.batch)
    throw invalidField('rows', `rows must have 1 to ${tableLimits.batch} rows`, 'out_of_range');
  const problems: ErrorDetail[] = [];
  // A row of any table is an object.
  for (const [index, data] of rows.entries()) if (!isJsonObject(data)) readCells([], data, { path: ['rows', index], problems });
  if (problems.length > 0) throw misfit('Validation failed for some rows', problems);
}

/** Validates new rows. @throws DomainError invalid, with every problem of every row */
export function readRows(columns: readonly Column[], sent: NewRows): readonly ReadRow[] {
  if ('data' in sent) {
    const problems: ErrorDetail[] = [];
    const path = ['data'];
    const cells = readRow(columns, sent.data, { path, problems });
    if (problems.length > 0) throw misfit('Row data does not match schema', problems);
    return [{ cells, path }];
  }
  const problems: ErrorDetail[] = [];
  const read = sent.rows.map((data, index) => {
    const path = ['rows', index];
    return { cells: readRow(columns, data, { path, problems }), path };
  });
  if (problems.length > 0) throw misfit('Validation failed for some rows', problems);
  return read;
}

/** Merges the given cells into a row. @throws DomainError invalid */
export function mergeRow(columns: readonly Column[], before: Cells, data: unknown): Cells {
  const problems: ErrorDetail[] = [];
  const report = { path: ['data'], problems };
  const cells = { ...before, ...readCells(columns, data, report) };
  checkRow(columns, cells, report);
  if (problems.length > 0) throw misfit(`Schema validation failed: ${problems[0]?.message}`, problems);
  return cells;
}

const mostDetails = 100;

function misfit(message: string, details: readonly ErrorDetail[]): DomainError {
  return new DomainError('invalid', 'VALIDATION_FAILED', message, { details: details.slice(0, mostDetails) });
}
