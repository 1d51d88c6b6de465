import type { Cells } from '../../domain/row-data.js';

/** A row as it is stored. Times are ISO 8601, UTC. */
export interface StoredRow {
  readonly id: string;
  readonly position: number;
  readonly data: Cells;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The selected columns of a row `r`. Times are milliseconds, because parsing a number is cheaper than parsing a timestamp. */
export const rowColumns = `r.id, r.position::float8 as position, r.data,
  date_part('epoch', r.created_at) * 1000 as created_ms, date_part('epoch', r.updated_at) * 1000 as updated_ms`;

/** A row as the driver returns it. */
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
