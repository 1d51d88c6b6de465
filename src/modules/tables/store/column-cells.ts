import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { invalidField, type DomainError } from '#kernel/errors.js';
import { Ids } from '#kernel/ids.js';
import type { Json } from '#kernel/json.js';
import { isKeyed, type Column } from '../domain/column.js';
import { retypedCell } from '../domain/convert-cell.js';
import { cellKey, emptyKey } from './cell-key.js';

/** The table whose cells a schema change rewrites, with its author and time. */
interface Place {
  readonly client: PoolClient;
  readonly tableId: string;
  readonly at: string;
  readonly actorId: string;
}

interface Cell {
  readonly id: string;
  readonly position: number;
  readonly value: Json;
}

const step = 5000;
const removedAtOnce = 500;
const stepBytes = 8 * 1024 * 1024;

/** Applies a change of a column to the stored rows. The table gate excludes other writers meanwhile. */
@Injectable()
export class ColumnCells {
  constructor(
    private readonly ids: Ids,
    private readonly pool: Pool,
  ) {}

  /**
   * Converts rows and keys before a change of a column becomes effective. It first removes what an earlier attempt left.
   * @throws DomainError invalid when a row cannot be converted; no row is changed then
   */
  async prepare(place: Place, was: Column | undefined, will: Column): Promise<void> {
    const { client } = place;
    const work = workFor(was, will);
    if (!work.convert && !work.require && !work.makeKeys) return;
    await client.query('begin');
    try {
      if (work.require) await this.#requireCells(place, will);
      if (work.convert) await this.#convert(place, will);
      if (work.makeKeys) await this.#makeKeys(place, was, will);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }

  /** Removes obsolete cells and keys once the change is effective. They have no effect if this never runs. */
  async loosen({ client, tableId }: Place, was: Column, will: Column | undefined): Promise<void> {
    if (!isKeyed(was)) return;
    const ofColumn = 'table_id = $1 and column_id = $2';
    if (will === undefined || !isKeyed(will)) {
      await client.query(`delete from table_key where ${ofColumn}`, [tableId, was.id]);
    } else if (was.unique && !will.unique) {
      await client.query(
        `update table_key k set tie = r.position from table_row r
         where k.table_id = $1 and k.column_id = $2 and k.tie = -1 and r.table_id = k.table_id and r.id = k.row_id`,
        [tableId, was.id],
      );
    }
  }

  /** Removes the cells of a deleted column. Others write rows meanwhile: rows are locked in the order of their positions, as they do. */
  async remove(tableId: string, columnId: string): Promise<void> {
    for (let after: number | null = -1; after !== null;) {
      const { rows }: { rows: { last: number | null }[] } = await this.pool.query({
        name: 'table_remove_cells',
        text: `with part as (select id, position from table_row where table_id = $1 and position > $3 order by position limit ${removedAtOnce} for update),
                 removed as (update table_row r set data = r.data - $2 from part p where r.table_id = $1 and r.id = p.id and r.data ? $2)
               select max(position)::float8 as last from part`,
        values: [tableId, columnId, after],
      });
      after = rows[0]?.last ?? null;
    }
  }

  async #requireCells({ client, tableId }: Place, { id, name }: Column): Promise<void> {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::float8 as count from table_row where table_id = $1 and coalesce(data->>$2, '') = ''`,
      [tableId, id],
    );
    const count = rows[0]?.count ?? 0;
    if (count === 0) return;
    const message = `Cannot set column "${name}" as required: ${count} row(s) have null, missing, or empty values`;
    throw invalidField(['updates', 'required'], message, 'has_empty_cells');
  }

  async #convert(place: Place, will: Column): Promise<void> {
    let misfits = 0;
    for await (const cells of cellsOf(place, will.id)) {
      const converted = cells.flatMap(({ id, value }) => {
        const cell = value === null ? null : retypedCell(value, will.type);
        if (cell === undefined) misfits += 1;
        return cell === undefined || cell === value ? [] : [{ id, before: value, after: cell }];
      });
      if (misfits === 0 && converted.length > 0) await this.#write(place, will.id, converted);
    }
    if (misfits === 0) return;
    const problem = `${misfits} row(s) have incompatible values. Fix or remove the incompatible values first.`;
    throw invalidField(['updates', 'type'], `Cannot change column "${will.name}" to type "${will.type}": ${problem}`, 'incompatible_cells');
  }

  async #write(
    { client, tableId, at, actorId }: Place,
    columnId: string,
    cells: readonly { readonly id: string; readonly before: Json; readonly after: Json }[],
  ): Promise<void> {
    const json = (value: Json): string => JSON.stringify({ [columnId]: value });
    await client.query({
      name: 'table_convert_cells',
      text: `with r as (
               update table_row r set data = r.data || n.data, updated_at = greatest($2::timestamptz, r.updated_at)
               from unnest($3::uuid[], $4::jsonb[]) n(id, data) where r.table_id = $1 and r.id = n.id returning r.id, r.updated_at
             ) insert into table_row_change (table_id, row_id, id, operation, at, actor_id, before, after)
               select $1, r.id, c.id, 'update', r.updated_at, $5, c.before, c.after
               from unnest($3::uuid[], $6::uuid[], $7::jsonb[], $4::jsonb[]) c(row_id, id, before, after) join r on r.id = c.row_id`,
      values: [
        tableId,
        at,
        cells.map(({ id }) => id),
        cells.map(({ after }) => json(after)),
        actorId,
        cells.map(() => this.ids.next()),
        cells.map(({ before }) => json(before)),
      ],
    });
  }

  async #makeKeys(place: Place, was: Column | undefined, will: Column): Promise<void> {
    const { client, tableId } = place;
    await client.query('delete from table_key where table_id = $1 and column_id = $2', [tableId, will.id]);
    for await (const cells of cellsOf(place, will.id)) {
      const keys = cells.map(({ value }) => cellKey(will.type, value));
      const ties = cells.map(({ position }, index) => (will.unique && keys[index] !== emptyKey ? -1 : position));
      const { rowCount } = await client.query({
        name: 'table_make_keys',
        text: `insert into table_key (table_id, column_id, key, tie, row_id)
               select $1, $2, k.key, k.tie, k.row_id from unnest($3::text[], $4::bigint[], $5::uuid[]) k(key, tie, row_id) on conflict do nothing`,
        values: [tableId, will.id, keys, ties, cells.map(({ id }) => id)],
      });
      if (rowCount === cells.length) continue;
      throw notUnique(was, will);
    }
  }
}

function notUnique(was: Column | undefined, { name, type }: Column): DomainError {
  return was?.unique === true && was.type !== type
    ? invalidField(['updates', 'type'], `Cannot change unique column "${name}" to type "${type}": some values would be equal`, 'not_unique')
    : invalidField(['updates', 'unique'], `Cannot set column "${name}" as unique: duplicate values exist`, 'not_unique');
}

interface Work {
  readonly require: boolean;
  readonly convert: boolean;
  readonly makeKeys: boolean;
}

function workFor(was: Column | undefined, will: Column): Work {
  // A new column has no cells, but it needs a key for every row, so that sorting by it returns all rows.
  if (was === undefined) return { require: false, convert: false, makeKeys: isKeyed(will) };
  const convert = was.type !== will.type;
  const hasKeys = isKeyed(was) && !convert && (was.unique || !will.unique);
  return { require: will.required && !was.required, convert, makeKeys: isKeyed(will) && !hasKeys };
}

/** The cells of a column in the order of the rows, in batches of a few thousand and some megabytes. */
async function* cellsOf({ client, tableId }: Place, columnId: string): AsyncGenerator<readonly Cell[]> {
  let [after, limit] = [-1, step];
  for (;;) {
    const { rows } = await client.query<Cell>({
      name: 'table_cells_of',
      text: `select id, position, value from (
               select *, coalesce(sum(octet_length(value::text)) over (order by position rows between unbounded preceding and 1 preceding), 0) as before
               from (select id, position::float8 as position, data->$2 as value from table_row
                     where table_id = $1 and position > $3 order by position limit $4) r
             ) b where before < ${stepBytes} order by position`,
      values: [tableId, columnId, after, limit],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last.position;
    // Rows behind the last one are read and measured for nothing.
    limit = rows.length < limit ? rows.length : Math.min(step, 2 * limit);
  }
}
