import type { Pool } from 'pg';
import type { Column } from '#modules/tables/domain/column.js';
import { keysOf } from '#modules/tables/store/cell-key.js';

/** Describes where the keys and the row count of a table disagree with its rows. */
export async function keyProblems(pool: Pool, tableId: string): Promise<readonly string[]> {
  const [schema] = (await pool.query<{ columns: Column[] }>('select columns from data_table where id = $1', [tableId])).rows;
  const { rows } = await pool.query<{ id: string; position: string; data: Record<string, never> }>(
    'select id, position, data from table_row where table_id = $1',
    [tableId],
  );
  const expected = rows.flatMap(({ id, position, data }) => {
    const { unique, plain } = keysOf(schema?.columns ?? [], id, data);
    return [...unique.map((key) => ({ ...key, tie: '-1' })), ...plain.map((key) => ({ ...key, tie: position }))];
  });
  const { rows: found } = await pool.query<Parameters<typeof line>[0]>(
    'select column_id as "columnId", key, tie, row_id as "rowId" from table_key where table_id = $1',
    [tableId],
  );
  const [wanted, there] = [new Set(expected.map(line)), new Set(found.map(line))];
  const [size] = (await pool.query<{ row_count: string }>('select row_count from table_size where table_id = $1', [tableId])).rows;
  return [
    ...[...wanted].filter((key) => !there.has(key)).map((key) => `missing ${key}`),
    ...[...there].filter((key) => !wanted.has(key)).map((key) => `left over ${key}`),
    ...(Number(size?.row_count) === rows.length ? [] : [`${size?.row_count} rows are counted and ${rows.length} are there`]),
  ];
}

function line(key: { readonly columnId: string; readonly key: string; readonly tie: string; readonly rowId: string }): string {
  return `${key.columnId} ${key.key} ${key.tie} ${key.rowId}`;
}
