import type { Json } from '#kernel/json.js';
import { namedCells } from '../domain/row-data.js';
import type { StoredRow } from '../store/rows/stored-row.js';
import type { Table } from '../store/tables.js';

/** A row as callers see it. Times are ISO 8601, UTC. */
export interface RowView {
  readonly id: string;
  /** By the names of the columns. */
  readonly data: Readonly<Record<string, Json>>;
  /** Its place in the order of insertion. */
  readonly position: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface TableView extends Table {
  /** How many rows it may have; null is any number. */
  readonly mostRows: number | null;
}

export function rowView({ columns }: Pick<Table, 'columns'>, { id, data, position, createdAt, updatedAt }: StoredRow): RowView {
  return { id, data: namedCells(columns, data), position, createdAt, updatedAt };
}
