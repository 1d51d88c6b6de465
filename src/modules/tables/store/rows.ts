import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { rowsAsOf } from './as-of.js';
import type { RowSession } from './row-session.js';
import type { KeyLook } from './row-source.js';
import {
  countStatement,
  lockStatement,
  lookOf,
  pageStatement,
  probeStatement,
  type RowSelection,
  type Statement,
} from './row-statement.js';
import { SqlValues } from './sql-values.js';
import { rowColumns, storedRow, type RawRow, type StoredRow } from './stored-row.js';

/** Reads rows. */
@Injectable()
export class Rows {
  constructor(private readonly pool: Pool) {}

  async find(tableId: string, rowId: string): Promise<StoredRow | undefined> {
    const { rows } = await this.pool.query<RawRow>({
      name: 'table_row_find',
      text: `select ${rowColumns} from table_row r where r.table_id = $1 and r.id = $2`,
      values: [tableId, rowId],
    });
    return rows[0] === undefined ? undefined : storedRow(rows[0]);
  }

  /** The row as it was then. */
  async findAsOf(tableId: string, rowId: string, asOf: string): Promise<StoredRow | undefined> {
    const values = new SqlValues();
    const then = rowsAsOf(values, { place: values.add(tableId), asOf, rowId });
    const { rows } = await this.pool.query<RawRow>(`select ${rowColumns} from (${then}) r`, values.list);
    return rows[0] === undefined ? undefined : storedRow(rows[0]);
  }

  async page(selection: RowSelection, page: { readonly limit: number; readonly offset: number }): Promise<readonly StoredRow[]> {
    const statement = pageStatement(selection, await lookFor(this.pool, selection), page);
    return (await run<RawRow>(this.pool, statement)).map(storedRow);
  }

  async count(selection: RowSelection): Promise<number> {
    const [row] = await run<{ count: number }>(this.pool, countStatement(selection, await lookFor(this.pool, selection)));
    return row?.count ?? 0;
  }
}

/** Locks rows by their ids, in the order of their positions. Those that are not there are left out. */
export async function lockRows({ client, table }: RowSession, ids: readonly string[]): Promise<StoredRow[]> {
  const { rows } = await client.query<RawRow>({
    name: 'table_lock_rows',
    text: `select ${rowColumns} from table_row r where r.table_id = $1 and r.id = any($2::uuid[]) order by r.position for update`,
    values: [table.id, ids],
  });
  return rows.map(storedRow);
}

/** Locks the first rows that a condition holds for. */
export async function lockMatching(
  { client, table }: RowSession,
  condition: RowSelection['condition'],
  limit: number,
): Promise<StoredRow[]> {
  const selection: RowSelection = { tableId: table.id, condition, sort: [] };
  const statement = lockStatement(selection, await lookFor(client, selection), limit);
  return (await run<RawRow>(client, statement)).map(storedRow);
}

/** Locks the row with a value of a unique column. */
export async function lockByKey({ client, table }: RowSession, columnId: string, key: string): Promise<StoredRow | undefined> {
  const { rows } = await client.query<RawRow>({
    name: 'table_lock_by_key',
    text: `select ${rowColumns} from table_key k join table_row r on r.table_id = k.table_id and r.id = k.row_id
           where k.table_id = $1 and k.column_id = $2 and k.key = $3 and k.tie = -1 for update of r`,
    values: [table.id, columnId, key],
  });
  return rows[0] === undefined ? undefined : storedRow(rows[0]);
}

async function lookFor(client: Pool | PoolClient, selection: RowSelection): Promise<KeyLook | undefined> {
  const found = lookOf(selection);
  if (found === undefined || !found.needsProbe) return found?.look;
  const [probe] = await run<{ few: boolean }>(client, probeStatement(selection.tableId, found.look));
  return probe?.few === true ? found.look : undefined;
}

async function run<Row extends object>(client: Pool | PoolClient, { text, values }: Statement): Promise<Row[]> {
  return (await client.query<Row>(text, [...values])).rows;
}
