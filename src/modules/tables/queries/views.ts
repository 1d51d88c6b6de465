import type { Json } from '#kernel/json.js';
import { namedCells } from '../domain/row-data.js';
import type { StoredRow } from '../store/rows/stored-row.js';
import type { Table } from '../store/tables.js';

/** A row as clients see it. Times are ISO 8601, UTC. */
export interface RowView {
  /** Id of the row. */
  readonly id: string;
  /** The cells by column name. */
  readonly data: Readonly<Record<string, Json>>;
  /** Position of the row in the order of insertion. */
  readonly position: number;
  /** When the row was created. */
  readonly createdAt: string;
  /** When the row was last changed. */
  readonly updatedAt: string;
}

export interface TableView extends Table {
  /** The maximum number of rows; null without a limit. */
  readonly mostRows: number | null;
}

export function rowView({ columns }: Pick<Table, 'columns'>, { id, data, position, createdAt, updatedAt }: StoredRow): RowView {
  return { id, data: namedCells(columns, data), position, createdAt, updatedAt };
}
