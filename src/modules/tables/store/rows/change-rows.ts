import { isDeepStrictEqual } from 'node:util';
import type { Json } from '#kernel/json.js';
import type { Cells } from '../../domain/row-data.js';
import { heldKeys, keysOf, type HeldKey, type RowKey } from '../cell-key.js';
import { dropKeys, dropKeysSql, heldKeyArrays, keyArrays, notUnique, takeUniqueKeys, without, type Candidate } from './row-keys.js';
import { rowEventsSql } from './row-events.js';
import type { RowSession } from './row-session.js';
import { rowColumns, storedRow, type RawRow, type StoredRow } from './stored-row.js';

/** The new cells of a locked row. */
export interface RowChange {
  readonly row: StoredRow;
  readonly cells: Cells;
  readonly path: readonly (string | number)[];
}

interface Moved {
  readonly gone: readonly HeldKey[];
  readonly unique: readonly RowKey[];
  readonly plain: readonly RowKey[];
}

/**
 * Changes rows that this session has locked, and records their former cells. Unchanged rows are not written.
 * @returns all rows after the change. @throws DomainError invalid for values that are not unique
 */
export async function changeRows(session: RowSession, changes: readonly RowChange[]): Promise<StoredRow[]> {
  const { client, table, author, at, nextId } = session;
  const real = changes.flatMap((change) => {
    const [before, after] = difference(change.row.data, change.cells);
    return Object.keys(after).length === 0 ? [] : [{ ...change, before, after }];
  });
  if (real.length === 0) return changes.map(({ row }) => row);
  const moved = movedKeys(session, real);
  if (moved.unique.length > 0) {
    await dropKeys(client, table.id, moved.gone);
    const refused = await takeUniqueKeys(client, table.id, moved.unique);
    if (refused.length > 0) throw notUnique(table.columns, real.map(candidateOf), refused);
  }
  const { rows } = await client.query<RawRow>({
    name: 'table_change_rows',
    text: `with r as (
             update table_row r set data = n.data, updated_at = greatest($2::timestamptz, r.updated_at)
             from unnest($3::uuid[], $4::jsonb[]) n(id, data) where r.table_id = $1 and r.id = n.id returning r.*
           ), changes as (
             insert into table_row_change (table_id, row_id, id, operation, at, actor_id, execution_id, before, after)
             select $1, r.id, c.id, 'update', r.updated_at, $5, $6, c.before, c.after
             from unnest($3::uuid[], $7::uuid[], $8::jsonb[], $9::jsonb[]) c(row_id, id, before, after) join r on r.id = c.row_id
           ), gone as (${dropKeysSql(['$13', '$14', '$15', '$16'])}
           ), keys as (
             insert into table_key (table_id, column_id, key, tie, row_id)
             select $1, k.column_id, k.key, r.position, k.row_id
             from unnest($10::text[], $11::text[], $12::uuid[]) k(column_id, key, row_id) join r on r.id = k.row_id
           ), events as (${rowEventsSql({
             kind: 'update',
             at: 'r.updated_at',
             author: ['$6', '$17'],
             rows: 'unnest($3::uuid[], $8::jsonb[]) c(row_id, before) join r on r.id = c.row_id',
             id: 'r.id',
             before: 'c.before',
             after: 'r.data',
           })}
           ) select ${rowColumns} from r`,
    values: [
      table.id,
      at,
      real.map(({ row }) => row.id),
      real.map(({ cells }) => JSON.stringify(cells)),
      author.actorId,
      author.executionId,
      real.map(nextId),
      real.map(({ before }) => JSON.stringify(before)),
      real.map(({ after }) => JSON.stringify(after)),
      ...keyArrays(moved.plain),
      ...heldKeyArrays(moved.unique.length > 0 ? [] : moved.gone),
      author.callChain,
    ],
  });
  const changed = new Map(rows.map((row) => [row.id, storedRow(row)]));
  return changes.map(({ row }) => changed.get(row.id) ?? row);
}

/** The cells that differ, before and after. */
export function difference(was: Cells, will: Cells): [before: Record<string, Json>, after: Record<string, Json>] {
  const before: Record<string, Json> = {};
  const after: Record<string, Json> = {};
  for (const id of new Set([...Object.keys(was), ...Object.keys(will)])) {
    const [old, present] = [was[id] ?? null, will[id] ?? null];
    if (isDeepStrictEqual(old, present)) continue;
    before[id] = old;
    after[id] = present;
  }
  return [before, after];
}

function movedKeys({ table }: RowSession, changes: readonly (RowChange & { readonly after: Cells })[]): Moved {
  const moved = { gone: [] as HeldKey[], unique: [] as RowKey[], plain: [] as RowKey[] };
  for (const { row, cells, after } of changes) {
    const columns = table.columns.filter(({ id }) => Object.hasOwn(after, id));
    const [old, { unique, plain }] = [heldKeys(columns, row), keysOf(columns, row.id, cells)];
    // Values that differ only in case have the same key, which is kept.
    moved.gone.push(...without(old, [...unique, ...plain]));
    moved.unique.push(...without(unique, old));
    moved.plain.push(...without(plain, old));
  }
  return moved;
}

function candidateOf({ row, cells, path }: RowChange): Candidate {
  return { id: row.id, cells, path };
}
