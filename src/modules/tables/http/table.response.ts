import type { Column } from '../domain/column.js';
import type { TableView } from '../queries/views.js';

/** The specification wraps what these routes answer. */
export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
}

export function success<Data extends object>(data: Data): Success<Data> {
  return { success: true, data };
}

export function columnResponse({ name, type, required, unique, indexed }: Column): object {
  return { name, type, required, unique, ...(indexed ? { indexed } : {}) };
}

export function tableResponse({ id, name, description, columns, rowCount, mostRows, createdAt, updatedAt }: TableView): object {
  const schema = { columns: columns.map(columnResponse) };
  // A number for clients that expect one where there is no limit.
  return { id, name, description, schema, rowCount, maxRows: mostRows ?? Number.MAX_SAFE_INTEGER, createdAt, updatedAt };
}
