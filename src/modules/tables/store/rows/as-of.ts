import type { SqlValues } from '../sql-values.js';

interface Moment {
  /** The placeholder of the table id in the statement. */
  readonly place: string;
  readonly asOf: string;
  /** Restricts the result to this row. */
  readonly rowId?: string;
}

/**
 * The rows of a table at a former time. It starts from the present rows, and from deleted ones as they last were. The first change of a cell
 * after that time contains its value at that time. A row did not exist then if its first change afterwards is a restoration.
 */
export function rowsAsOf(values: SqlValues, { place, asOf, rowId }: Moment): string {
  const time = `${values.add(asOf)}::timestamptz`;
  const only = rowId === undefined ? undefined : `${values.add(rowId)}::uuid`;
  const since = `table_row_change c where c.table_id = ${place}${only === undefined ? '' : ` and c.row_id = ${only}`} and c.at > ${time}`;
  return `with later as (
      select c.row_id, c.seq, c.operation, c.before, c.position, c.created_at from ${since}
    ), cells as (
      select l.row_id, jsonb_object_agg(e.key, e.value order by l.seq desc) as before from later l, jsonb_each(l.before) e group by l.row_id
    ), first_change as (
      select distinct on (row_id) row_id, operation from later order by row_id, seq
    ), gone as (
      select distinct on (row_id) row_id, position, created_at from later where operation = 'delete' order by row_id, seq desc
    ), known as (
      select id, position, data, created_at, updated_at from table_row where table_id = ${place}${only === undefined ? '' : ` and id = ${only}`}
      union all
      select row_id, position, '{}'::jsonb, created_at, created_at from gone
      where not exists (select from table_row r where r.table_id = ${place} and r.id = gone.row_id)
    )
    select b.id, b.position, b.data || coalesce(cells.before, '{}') as data, b.created_at, case when f.row_id is null then b.updated_at else coalesce((
        select max(c.at) from table_row_change c where c.table_id = ${place} and c.row_id = b.id and c.at <= ${time}), b.created_at) end as updated_at
    from known b left join cells on cells.row_id = b.id left join first_change f on f.row_id = b.id
    where b.created_at <= ${time} and f.operation is distinct from 'restore'`;
}
