import { SecretBoxError } from './secret-box.js';

/** A table with sealed values, as the rotation of the encryption key sees it. Rows come in the order of their keys. */
export interface SealedRows<Row> {
  /** For progress: "api keys". */
  readonly what: string;
  /** How many rows are encrypted with another key than the present one. */
  count(): Promise<number>;
  /** The next such rows after a row. */
  next(after: Row | undefined, limit: number): Promise<readonly Row[]>;
  /** The row with its value encrypted with the present key. @throws SecretBoxError when it cannot be decrypted */
  sealAnew(row: Row): Row;
  /** Stores the encrypted rows, except those whose value was changed meanwhile. */
  replace(pairs: readonly (readonly [old: Row, sealed: Row])[]): Promise<void>;
  /** The name of a row for the operator, without any part of its value. */
  nameOf(row: Row): string;
}

export interface Resealed {
  readonly resealed: number;
  /** The names of rows that no known key decrypts. They are not changed. */
  readonly unreadable: readonly string[];
}

const batch = 500;

/**
 * Encrypts all rows with the present key, in batches, while servers run. After a crash the next call
 * continues where this one stopped.
 */
export async function resealRows<Row>(rows: SealedRows<Row>, progress: (line: string) => void): Promise<Resealed> {
  const total = await rows.count();
  const unreadable: string[] = [];
  let resealed = 0;
  let last: Row | undefined;
  for (;;) {
    const found = await rows.next(last, batch);
    last = found.at(-1);
    if (last === undefined) return { resealed, unreadable };
    const pairs = found.flatMap((row) => pairOf(rows, row, unreadable));
    await rows.replace(pairs);
    resealed += pairs.length;
    progress(`${rows.what}: ${resealed + unreadable.length} of ${Math.max(total, resealed + unreadable.length)}`);
  }
}

function pairOf<Row>(rows: SealedRows<Row>, row: Row, unreadable: string[]): (readonly [Row, Row])[] {
  try {
    return [[row, rows.sealAnew(row)]];
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error;
    unreadable.push(`${rows.nameOf(row)}: ${error.message}`);
    return [];
  }
}
