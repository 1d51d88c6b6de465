import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { Cells } from '../domain/row-data.js';
import { keysOf } from '../store/cell-key.js';
import { insertRows, tooManyRows } from '../store/rows/insert-rows.js';
import type { RowSession } from '../store/rows/row-session.js';

interface NewRow {
  readonly cells: Cells;
  readonly path: readonly (string | number)[];
}

/** Rolls a transaction back that has shown what it would do. */
export class RolledBack extends Error {
  override name = 'RolledBack';
}

/** The rows that an import would have inserted so far: later ones must not repeat their unique values, and have less room. */
export class DryInserts {
  readonly #keys = new Set<string>();
  #count = 0;
  #latest: readonly string[] = [];

  /** What the database cannot see, since the earlier rows were rolled back. */
  problemsOf({ table: { columns } }: RowSession, { cells, path }: NewRow): readonly ErrorDetail[] {
    return keysOf(columns, '', cells).unique.flatMap(({ columnId, key }): ErrorDetail[] => {
      const name = columns.find(({ id }) => id === columnId)?.name ?? columnId;
      const message = `${name} occurs in an earlier line with the same value, and must be unique`;
      return this.#keys.has(keyText(columnId, key)) ? [{ path: [...path, name], message, code: 'not_unique' }] : [];
    });
  }

  /** @throws RolledBack in any case but an error of the rows */
  async insert(session: RowSession, rows: readonly NewRow[]): Promise<never> {
    const { mostRows, table } = session;
    try {
      if (rows.length > 0) await insertRows({ ...session, mostRows: mostRows === null ? null : mostRows - this.#count }, rows);
    } catch (error) {
      const isFull = error instanceof DomainError && error.details?.some(({ code }) => code === 'row_limit') === true;
      throw isFull ? tooManyRows(mostRows ?? 0) : error;
    }
    this.#latest = rows.flatMap(({ cells }) => keysOf(table.columns, '', cells).unique.map(({ columnId, key }) => keyText(columnId, key)));
    throw new RolledBack();
  }

  /** After the rows of a batch were rolled back. */
  keep(count: number): void {
    this.#count += count;
    for (const key of this.#latest) this.#keys.add(key);
    this.#latest = [];
  }
}

const keyText = (columnId: string, key: string): string => `${columnId} ${key}`;
