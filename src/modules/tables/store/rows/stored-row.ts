import type { Cells } from '../../domain/row-data.js';

/** A row as it is stored. Times are ISO 8601, UTC. */
export interface StoredRow {
  readonly id: string;
  readonly position: number;
  readonly data: Cells;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a statement selects of a row `r`. Times are milliseconds: a page has two for each row, and a number is read at no cost. */
export const rowColumns = `r.id, r.position::float8 as position, r.data,
  date_part('epoch', r.created_at) * 1000 as created_ms, date_part('epoch', r.updated_at) * 1000 as updated_ms`;

/** A row as the driver gives it. */
export interface RawRow {
  readonly id: string;
  readonly position: number;
  readonly data: Cells;
  readonly created_ms: number;
  readonly updated_ms: number;
}

export function storedRow({ id, position, data, created_ms, updated_ms }: RawRow): StoredRow {
  return { id, position, data, createdAt: isoTime(created_ms), updatedAt: isoTime(updated_ms) };
}

function isoTime(ms: number): string {
  return new Date(Math.round(ms)).toISOString();
}
