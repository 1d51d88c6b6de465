import type { Kept, Table } from './kept.js';

export type ColumnType =
  | 'uuid'
  | 'text'
  | 'text[]'
  | 'integer'
  | 'bigint'
  | 'double precision'
  | 'numeric'
  | 'boolean'
  | 'timestamptz'
  | 'json'
  | 'jsonb'
  | 'date'
  | 'tsvector'
  | 'real[]';

export interface Column {
  readonly type: ColumnType;
  readonly nullable?: boolean;
  /** Rows are written with ms from now, by the clock of the database: the clocks of processes may differ from it and from each other. */
  readonly fromNow?: true;
}

export type WriteOperation = 'put' | 'add' | 'patch' | 'remove' | 'increase';

/** A change of one row, as data: it can be part of the statement that appends its event, or be replayed in bulk. */
export interface Write {
  readonly model: ReadModel<object>;
  readonly operation: WriteOperation;
  readonly row: Readonly<Record<string, unknown>>;
}

interface ReadModelOptions<Row extends object, Key extends keyof Row & string> {
  readonly table: string;
  readonly key: readonly Key[];
  readonly columns: Readonly<Record<keyof Row & string, Column>>;
  /** What becomes of its rows. */
  readonly kept: Kept;
}

/** One flat table: the single description from which its reads (`select`) and its writes are derived. */
export class ReadModel<Row extends object, Key extends keyof Row & string = keyof Row & string> implements Table {
  readonly table: string;
  readonly key: readonly string[];
  readonly columns: ReadonlyMap<string, Column & { readonly name: string }>;
  readonly kept: Kept;

  constructor({ table, key, columns, kept }: ReadModelOptions<Row, Key>) {
    this.table = table;
    this.key = key;
    this.kept = kept;
    this.columns = new Map(
      Object.entries<Column>(columns).map(([property, column]) => [property, { ...column, name: snakeCase(property) }]),
    );
  }

  /** Inserts the row or replaces it. */
  put(row: Row): Write {
    return this.#write('put', row);
  }

  /** Inserts the row; a row with its key or with a taken unique value makes the whole append a conflict. */
  add(row: Row): Write {
    return this.#write('add', row);
  }

  /** Changes the given columns of a row that may or may not be there. */
  patch(row: Pick<Row, Key> & Partial<Row>): Write {
    return this.#write('patch', row);
  }

  remove(key: Pick<Row, Key>): Write {
    return this.#write('remove', key);
  }

  /**
   * Adds the numbers of the row to the stored ones, or inserts the row. Only for async projections: an append would wait for every
   * other append that counts in the same row. Rows that are counted up are changed in no other way.
   */
  increase(row: Row): Write {
    return this.#write('increase', row);
  }

  #write(operation: WriteOperation, row: object): Write {
    return { model: this as unknown as ReadModel<object>, operation, row: row as Record<string, unknown> };
  }
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
