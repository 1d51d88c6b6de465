import type { Column, ColumnType } from '../domain/column.js';
import type { TableView } from '../queries/views.js';

/** A column of a table. */
export interface TableColumnResponse {
  /** Letters, digits and underscores; told apart without case. */
  readonly name: string;
  /** What its cells hold. */
  readonly type: ColumnType;
  /** No row without a value. */
  readonly required: boolean;
  /** No two rows with the same value. */
  readonly unique: boolean;
  /** Present when filters and sorts by it need not read the whole table. */
  readonly indexed?: true;
}

/** A table without its rows. */
export interface TableResponse {
  readonly id: string;
  /** Its own in its workspace. */
  readonly name: string;
  readonly description: string | null;
  /** What its rows are made of. */
  readonly schema: {
    /** In their order. */
    readonly columns: readonly TableColumnResponse[];
  };
  /** How many rows there are. */
  readonly rowCount: number;
  /** How many there may be; 9007199254740991: any number. */
  readonly maxRows: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Every table of a workspace. */
export interface TablesResponse {
  readonly tables: readonly TableResponse[];
  /** How many there are. */
  readonly totalCount: number;
}

/** A table that is new. */
export interface NewTableResponse {
  readonly table: TableResponse;
  readonly message: string;
}

/** The columns after a change. */
export interface TableColumnsResponse {
  /** All of them, in their order. */
  readonly columns: readonly TableColumnResponse[];
}

export function columnResponse({ name, type, required, unique, indexed }: Column): TableColumnResponse {
  return { name, type, required, unique, ...(indexed ? { indexed } : {}) };
}

export function tableResponse({ id, name, description, columns, rowCount, mostRows, createdAt, updatedAt }: TableView): TableResponse {
  const schema = { columns: columns.map(columnResponse) };
  // A number for clients that expect one where there is no limit.
  return { id, name, description, schema, rowCount, maxRows: mostRows ?? Number.MAX_SAFE_INTEGER, createdAt, updatedAt };
}
