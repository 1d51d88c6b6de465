import type { Column, ColumnType } from '../domain/column.js';
import type { TableView } from '../queries/views.js';

/** A column of a table. */
export interface TableColumnResponse {
  /** Name of the column, unique in the table ignoring case. */
  readonly name: string;
  /** Type of the cells. */
  readonly type: ColumnType;
  /** Whether each row must have a value. */
  readonly required: boolean;
  /** Whether each value may occur only once. */
  readonly unique: boolean;
  /** True if filters and sorts by this column use an index; otherwise absent. */
  readonly indexed?: true;
}

/** A table without its rows. */
export interface TableResponse {
  /** Id of the table. */
  readonly id: string;
  /** Name of the table, unique in the workspace. */
  readonly name: string;
  /** Description of the table; null if it has none. */
  readonly description: string | null;
  /** The schema of the table. */
  readonly schema: {
    /** The columns in their order. */
    readonly columns: readonly TableColumnResponse[];
  };
  /** Number of rows. */
  readonly rowCount: number;
  /** Maximum number of rows; 9007199254740991 without a limit. */
  readonly maxRows: number;
  /** When the table was created. */
  readonly createdAt: string;
  /** When the schema of the table was last changed. */
  readonly updatedAt: string;
}

/** The tables of a workspace. */
export interface TablesResponse {
  /** The tables, oldest first. */
  readonly tables: readonly TableResponse[];
  /** Number of tables. */
  readonly totalCount: number;
}

/** A table. */
export interface FoundTableResponse {
  /** The requested table. */
  readonly table: TableResponse;
}

/** The new table. */
export interface NewTableResponse {
  /** The new table. */
  readonly table: TableResponse;
  readonly message: string;
}

/** The columns after a change. */
export interface TableColumnsResponse {
  /** All columns in their order. */
  readonly columns: readonly TableColumnResponse[];
}

export function columnResponse({ name, type, required, unique, indexed }: Column): TableColumnResponse {
  return { name, type, required, unique, ...(indexed ? { indexed } : {}) };
}

export function tableResponse({ id, name, description, columns, rowCount, mostRows, createdAt, updatedAt }: TableView): TableResponse {
  const schema = { columns: columns.map(columnResponse) };
  // A number for clients that do not accept null for an absent limit.
  return { id, name, description, schema, rowCount, maxRows: mostRows ?? Number.MAX_SAFE_INTEGER, createdAt, updatedAt };
}
