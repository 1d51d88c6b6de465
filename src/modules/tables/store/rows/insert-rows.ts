import { DomainError } from '#kernel/errors.js';
import type { Cells } from '../../domain/row-data.js';
import { keysOf, type RowKey } from '../cell-key.js';
import { inOrder, keyArrays, notUnique, takeKeysSql, without, type Candidate } from './row-keys.js';
import { rowEventsSql } from './row-events.js';
import type { RowSession } from './row-session.js';
import type { StoredRow } from './stored-row.js';

/**
 * Inserts rows after all others, in this order.
 * @throws DomainError invalid for values that are not unique and when the table is full
 */
export async function insertRows(session: RowSession, rows: readonly Omit<Candidate, 'id'>[]): Promise<StoredRow[]> {
  const { client, table, author, at, mostRows, nextId } = session;
  const candidates: Candidate[] = rows.map((row) => ({ ...row, id: nextId() }));
  const keys = candidates.map(({ id, cells }) => keysOf(table.columns, id, cells));
  const unique = inOrder(keys.flatMap((each) => each.unique));
  // The row count is updated last, so a transaction that waits for a concurrent insert holds every other lock it needs.
  const { rows: answers } = await client.query<Inserted>({
    name: 'table_insert_rows',
    text: `with taken as (${takeKeysSql(['$12', '$13', '$14'])}), size as (
             update table_size set row_count = row_count + $2, next_position = next_position + $2
             where table_id = $1 and ($3::bigint is null or row_count + $2 <= $3)
               and (select count(*) from taken) = cardinality($12::text[]) returning next_position - $2 as first
           ), added as (
             select n.id, n.data, size.first + n.ord - 1 as position from size, unnest($4::uuid[], $5::jsonb[]) with ordinality n(id, data, ord)
           ), rows as (
             insert into table_row (table_id, id, position, data, created_at, updated_at, created_by, created_in)
             select $1, id, position, data, $6, $6, $7, $8 from added
           ), keys as (
             insert into table_key (table_id, column_id, key, tie, row_id)
             select $1, k.column_id, k.key, added.position, k.row_id
             from unnest($9::text[], $10::text[], $11::uuid[]) k(column_id, key, row_id) join added on added.id = k.row_id
           ), events as (${rowEventsSql({ kind: 'insert', at: '$6', author: ['$8', '$15'], rows: 'added n', id: 'n.id', after: 'n.data' })}
           ) select (select first::float8 from size) as first, (select coalesce(json_agg(taken), '[]') from taken) as taken`,
    values: [
      table.id,
      candidates.length,
      mostRows,
      candidates.map(({ id }) => id),
      candidates.map(({ cells }) => JSON.stringify(cells)),
      at,
      author.actorId,
      author.executionId,
      ...keyArrays(keys.flatMap(({ plain }) => plain)),
      ...keyArrays(unique),
      author.callChain,
    ],
  });
  const { first, taken } = answers[0] ?? { first: null, taken: [] };
  const refused = without(unique, taken);
  if (refused.length > 0) throw notUnique(table.columns, candidates, refused);
  if (first === null) throw tooManyRows(mostRows ?? 0);
  return candidates.map(({ id, cells }, index) => rowOf(id, cells, { at, position: first + index }));
}

interface Inserted {
  /** The position of the first row; null if the rows were not inserted. */
  readonly first: number | null;
  readonly taken: readonly RowKey[];
}

export function tooManyRows(mostRows: number): DomainError {
  const message = `This table has reached its row limit (${mostRows.toLocaleString('en-US')} rows) on your current plan.`;
  return new DomainError('invalid', 'VALIDATION_FAILED', message, { details: [{ path: [], message, code: 'row_limit' }] });
}

function rowOf(id: string, data: Cells, { at, position }: { readonly at: string; readonly position: number }): StoredRow {
  return { id, position, data, createdAt: at, updatedAt: at };
}
