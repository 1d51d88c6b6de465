import type { PoolClient } from 'pg';
import { DomainError, type ErrorDetail } from '#kernel/errors.js';
import type { Json } from '#kernel/json.js';
import type { Column } from '../../domain/column.js';
import type { Cells } from '../../domain/row-data.js';
import type { HeldKey, RowKey } from '../cell-key.js';

/** A row to be written, and the path of its data in the request. */
export interface Candidate {
  readonly id: string;
  readonly cells: Cells;
  readonly path: readonly (string | number)[];
}

/** The keys as three arrays for `unnest`. */
export function keyArrays(keys: readonly RowKey[]): [columns: string[], keys: string[], rows: string[]] {
  return [keys.map(({ columnId }) => columnId), keys.map(({ key }) => key), keys.map(({ rowId }) => rowId)];
}

/**
 * Inserts unique keys in a fixed order. It waits for transactions that are inserting one of them.
 * @returns the keys that are already taken, by stored rows or within this list
 */
export async function takeUniqueKeys(client: PoolClient, tableId: string, keys: readonly RowKey[]): Promise<readonly RowKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<RowKey>({
    name: 'table_take_keys',
    text: takeKeysSql(['$2', '$3', '$4']),
    values: [tableId, ...keyArrays(inOrder(keys))],
  });
  return without(keys, rows);
}

/** The same as part of a statement. Its first parameter is the table; `keys` are three further parameters in their order. */
export function takeKeysSql([columns, keys, rows]: readonly [string, string, string]): string {
  const list = `unnest(${columns}::text[], ${keys}::text[], ${rows}::uuid[]) with ordinality k(column_id, key, row_id, ord)`;
  return `insert into table_key (table_id, column_id, key, tie, row_id) select $1, k.column_id, k.key, -1, k.row_id from ${list}
          order by k.ord on conflict do nothing returning column_id as "columnId", key, row_id as "rowId"`;
}

/**
 * The keys as four arrays for `unnest`. Each key is listed twice, with the tie of a unique and of an indexed column, because the key does
 * not contain which one it is.
 */
export function heldKeyArrays(keys: readonly HeldKey[]): [columns: string[], keys: string[], rows: string[], ties: number[]] {
  const twice = keys.flatMap((key) => [key, key]);
  return [...keyArrays(twice), twice.map(({ position }, index) => (index % 2 === 0 ? -1 : position))];
}

/** Deletes keys of rows. */
export async function dropKeys(client: PoolClient, tableId: string, keys: readonly HeldKey[]): Promise<void> {
  if (keys.length === 0) return;
  await client.query({ name: 'table_drop_keys', text: dropKeysSql(['$2', '$3', '$4', '$5']), values: [tableId, ...heldKeyArrays(keys)] });
}

/**
 * The same as part of a statement. Its first parameter is the table; the keys are four further parameters. The position of the row is
 * part of the condition, because a frequent value may have half a million keys.
 */
export function dropKeysSql([columns, keys, rows, ties]: readonly [string, string, string, string]): string {
  return `delete from table_key k
          using unnest(${columns}::text[], ${keys}::text[], ${rows}::uuid[], ${ties}::bigint[]) d(column_id, key, row_id, tie)
          where k.table_id = $1 and k.column_id = d.column_id and k.key = d.key and k.tie = d.tie and k.row_id = d.row_id`;
}

/** The fixed order in which all transactions take unique keys, which prevents deadlocks. */
export function inOrder(keys: readonly RowKey[]): readonly RowKey[] {
  return keys.toSorted((a, b) => compare(a.columnId, b.columnId) || compare(a.key, b.key));
}

/** The keys that are not among the others. */
export function without<Key extends RowKey>(keys: readonly Key[], others: readonly RowKey[]): readonly Key[] {
  const there = new Set(others.map(textOf));
  return keys.filter((key) => !there.has(textOf(key)));
}

/** The error for values that are not unique. It names the row where it is known. */
export function notUnique(columns: readonly Column[], candidates: readonly Candidate[], refused: readonly RowKey[]): DomainError {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const details = refused.flatMap(({ columnId, rowId }): ErrorDetail[] => {
    const column = columns.find(({ id }) => id === columnId);
    const candidate = byId.get(rowId);
    if (column === undefined || candidate === undefined) return [];
    const value = shown(candidate.cells[columnId] ?? null);
    const message = `Column "${column.name}" must be unique. Value ${value} already exists`;
    return [{ path: [...candidate.path, column.name], message, code: 'not_unique' }];
  });
  const message = candidates.length > 1 ? 'Unique constraint violations in batch' : `Unique constraint violation: ${details[0]?.message}`;
  return new DomainError('invalid', 'VALIDATION_FAILED', message, { details });
}

const longestShown = 100;

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function textOf({ columnId, key, rowId }: RowKey): string {
  return `${columnId} ${rowId} ${key}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
