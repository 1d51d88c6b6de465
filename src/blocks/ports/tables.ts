import type { Json } from '#kernel/json.js';
import { Port } from './port.js';

/** A row of a table. Times are ISO 8601, UTC. */
export interface TableRow {
  readonly id: string;
  /** Cells by the names of the columns. */
  readonly data: Readonly<Record<string, Json>>;
  /** Place in the order of insertion. */
  readonly position: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly unique: boolean;
}

export interface TableDescription {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
}

export interface RowQuestion {
  readonly filter?: Json | undefined;
  readonly sort?: Json | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly includesTotal: boolean;
}

/** Rows that a filter selects, or the rows with these ids. */
export type RowSelection = { readonly rowIds: readonly string[] } | { readonly filter: Json; readonly limit: number };

/**
 * The tables of the workspace of a run. A table of another workspace does not exist here. A method that changes rows takes the key of
 * its effect: with the same key it changes rows once, and gives the same answer each time. Every method throws DomainError.
 */
export interface WorkspaceTables {
  table(tableId: string): Promise<TableDescription>;
  queryRows(tableId: string, question: RowQuestion): Promise<{ readonly rows: readonly TableRow[]; readonly total: number | null }>;
  insertRows(
    tableId: string,
    rows: { readonly data: unknown } | { readonly rows: readonly unknown[] },
    effectKey: string,
  ): Promise<{ readonly rows: readonly TableRow[] }>;
  upsertRow(
    tableId: string,
    row: { readonly data: Json; readonly conflictTarget?: string | undefined },
    effectKey: string,
  ): Promise<{ readonly row: TableRow; readonly operation: 'insert' | 'update' }>;
  updateRows(
    tableId: string,
    update: { readonly filter: Json; readonly data: Json; readonly limit: number },
    effectKey: string,
  ): Promise<{ readonly updatedRowIds: readonly string[] }>;
  deleteRows(tableId: string, selection: RowSelection, effectKey: string): Promise<{ readonly deletedRowIds: readonly string[] }>;
}

/** The tables of the workspace. */
export const Tables = new Port<WorkspaceTables, 'tables'>('tables', 'outside');
