import { createHash } from 'node:crypto';
import type { Json } from '#kernel/json.js';
import { momentOf } from '../domain/cell-date.js';
import { isKeyed, type Column, type ColumnType } from '../domain/column.js';
import type { Cells } from '../domain/row-data.js';
import type { StoredRow } from './rows/stored-row.js';

/** The key of an empty cell. It sorts after all values, whose keys begin with a 1. */
export const emptyKey = '2';

/** The number of characters of a text that determine its order. A digest of longer texts keeps their keys distinct. */
export const orderedCharacters = 200;

/**
 * The key of a cell. The keys of a column sort like its values, by code points. Texts that differ only in case have the same key, and
 * json has no order.
 */
export function cellKey(type: ColumnType, value: Json | undefined): string {
  if (value === undefined || value === null) return emptyKey;
  switch (type) {
    case 'number':
      return `1${numberKey(value as number)}`;
    case 'date':
      return `1${momentOf(value as string)}`;
    case 'json':
      return `1${digest(canonical(value))}`;
    case 'boolean':
      return value === true ? '1true' : '1false';
    case 'string':
      return `1${textKey(value as string)}`;
  }
}

/** A key of a row in one column. */
export interface RowKey {
  readonly columnId: string;
  readonly key: string;
  readonly rowId: string;
}

export interface RowKeys {
  /** The keys that must be unique in the table. */
  readonly unique: readonly RowKey[];
  readonly plain: readonly RowKey[];
}

/** The keys of a row in its unique and indexed columns. Empty cells never conflict. */
export function keysOf(columns: readonly Column[], rowId: string, cells: Cells): RowKeys {
  const unique: RowKey[] = [];
  const plain: RowKey[] = [];
  for (const column of columns.filter(isKeyed)) {
    const key = cellKey(column.type, cells[column.id]);
    (column.unique && key !== emptyKey ? unique : plain).push({ columnId: column.id, key, rowId });
  }
  return { unique, plain };
}

/** A stored key. */
export interface HeldKey extends RowKey {
  readonly position: number;
}

/** All keys of a stored row in these columns. */
export function heldKeys(columns: readonly Column[], { id, position, data }: StoredRow): HeldKey[] {
  const { unique, plain } = keysOf(columns, id, data);
  return [...unique, ...plain].map((key) => ({ ...key, position }));
}

/** The 64 bits of a number as hexadecimal digits that sort in numerical order. */
function numberKey(value: number): string {
  const bytes = Buffer.alloc(8);
  // -0 and 0 have the same key.
  bytes.writeDoubleBE(value + 0);
  const bits = bytes.readBigUInt64BE();
  const sign = 1n << 63n;
  bytes.writeBigUInt64BE((bits & sign) === 0n ? bits | sign : ~bits & ((1n << 64n) - 1n));
  return bytes.toString('hex');
}

function textKey(text: string): string {
  const characters = Array.from(text);
  const start = characters.slice(0, orderedCharacters).map(lower).join('');
  return characters.length > orderedCharacters ? `${start}\u0001${digest(characters.map(lower).join(''))}` : start;
}

/** Converts each character separately, as PostgreSQL does. */
function lower(character: string): string {
  const low = character.toLowerCase();
  return Array.from(low).length === 1 ? low : character;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
