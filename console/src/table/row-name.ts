import type { RowView, TableColumn } from '../api/tables.js';

/** The first text of a row names it; undefined without one. */
export function rowName(row: RowView | undefined, columns: readonly TableColumn[]): string | undefined {
  const named = columns.find(({ type, name }) => type === 'string' && (row?.data[name] ?? '') !== '');
  return row === undefined || named === undefined ? undefined : String(row.data[named.name]);
}
