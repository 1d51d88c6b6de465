import { DomainError } from '#kernel/errors.js';
import type { Cells } from '../../domain/row-data.js';
import { heldKeys, keysOf } from '../cell-key.js';
import { tooManyRows } from './insert-rows.js';
import { dropKeysSql, heldKeyArrays, keyArrays, notUnique, takeUniqueKeys } from './row-keys.js';
import { rowEventsSql } from './row-events.js';
import type { RowSession } from './row-session.js';
import type { StoredRow } from './stored-row.js';

/** Deletes rows that this session has locked. Their cells are kept in the history. */
export async function removeRows(session: RowSession, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  const { client, table, author, at, nextId } = session;
  const gone = rows.flatMap((row) => heldKeys(table.columns, row));
  await client.query({
    name: 'table_remove_rows',
    text: `with gone as (
             delete from table_row where table_id = $1 and id = any($2::uuid[]) returning *
           ), changes as (
             insert into table_row_change
               (table_id, row_id, id, operation, at, actor_id, execution_id, before, position, created_at, created_by, created_in)
             select $1, g.id, c.id, 'delete', greatest($3::timestamptz, g.updated_at), $4, $5, g.data, g.position, g.created_at, g.created_by, g.created_in
             from gone g join unnest($2::uuid[], $6::uuid[]) c(row_id, id) on c.row_id = g.id
           ), keys as (${dropKeysSql(['$7', '$8', '$9', '$10'])}
           ), events as (${rowEventsSql({
             kind: 'delete',
             at: 'greatest($3::timestamptz, g.updated_at)',
             author: ['$5', '$11'],
             rows: 'gone g',
             id: 'g.id',
             before: 'g.data',
           })}
           ) update table_size set row_count = row_count - (select count(*) from gone) where table_id = $1`,
    values: [
      table.id,
      rows.map(({ id }) => id),
      at,
      author.actorId,
      author.executionId,
      rows.map(nextId),
      ...heldKeyArrays(gone),
      author.callChain,
    ],
  });
}

/** The last deletion of a row. */
export interface Deletion {
  readonly rowId: string;
  readonly seq: number;
}

/**
 * Restores a deleted row with its cells, at its position.
 * @throws DomainError invalid when a value is taken or the table is full, conflict when the row has already been restored
 */
export async function restoreRow(session: RowSession, { rowId, seq }: Deletion, cells: Cells): Promise<void> {
  const { client, table, author, at, mostRows, nextId } = session;
  const { unique, plain } = keysOf(table.columns, rowId, cells);
  const refused = await takeUniqueKeys(client, table.id, unique);
  if (refused.length > 0) throw notUnique(table.columns, [{ id: rowId, cells, path: ['data'] }], refused);
  const { rows } = await client.query<{ is_there: boolean }>({
    name: 'table_restore_row',
    text: `with size as (
             update table_size set row_count = row_count + 1
             where table_id = $1 and ($4::bigint is null or row_count < $4) returning 1
           ), back as (
             insert into table_row (table_id, id, position, data, created_at, updated_at, created_by, created_in)
             select $1, $2, c.position, c.before, c.created_at, greatest($5::timestamptz, c.at), c.created_by, c.created_in
             from table_row_change c, size where c.table_id = $1 and c.row_id = $2 and c.seq = $3
             on conflict do nothing returning position, updated_at, data
           ), changes as (
             insert into table_row_change (table_id, row_id, id, operation, at, actor_id, execution_id)
             select $1, $2, $6, 'restore', updated_at, $7, $8 from back
           ), keys as (
             insert into table_key (table_id, column_id, key, tie, row_id)
             select $1, k.column_id, k.key, back.position, k.row_id from unnest($9::text[], $10::text[], $11::uuid[]) k(column_id, key, row_id), back
           ), events as (${rowEventsSql({ kind: 'insert', at: 'back.updated_at', author: ['$8', '$12'], rows: 'back', id: '$2::uuid', after: 'back.data' })}
           ) select exists (select from back) as is_there from size`,
    values: [table.id, rowId, seq, mostRows, at, nextId(), author.actorId, author.executionId, ...keyArrays(plain), author.callChain],
  });
  if (rows[0] === undefined) throw tooManyRows(mostRows ?? 0);
  if (!rows[0].is_there) throw new DomainError('conflict', 'CONFLICT', 'The row has already been restored');
}
