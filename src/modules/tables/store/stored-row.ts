import type { Cells } from '../domain/row-data.js';

/** A row as it is stored. Times are ISO 8601, UTC. */
export interface StoredRow {
  readonly id: string;
  readonly position: number;
  readonly data: Cells;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a statement selects of a row `r`. */
export const rowColumns = 'r.id, r.position::float8 as position, r.data, r.created_at, r.updated_at';

/** A row as the driver gives it. */
export interface RawRow {
  readonly id: string;
  readonly position: number;
  readonly data: Cells;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export function storedRow({ id, position, data, created_at, updated_at }: RawRow): StoredRow {
  return { id, position, data, createdAt: created_at.toISOString(), updatedAt: updated_at.toISOString() };
}
