import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { rowsAsOf } from './as-of.js';
import type { RowSession } from './row-session.js';
import type { KeyLook } from './row-source.js';
import {
  answerStatement,
  lockStatement,
  lookOf,
  probeStatement,
  type PageBounds,
  type RowSelection,
  type Statement,
} from './row-statement.js';
import { SqlValues } from '../sql-values.js';
import { rowColumns, storedRow, type RawRow, type StoredRow } from './stored-row.js';
import { versionSql, type TablePlace } from '../tables.js';

/** The answer to one statement: the version of the schema (null if the table does not exist) and the requested rows. */
interface Seen {
  readonly version: number | null;
}

interface SeenRow extends Seen {
  readonly row: StoredRow | undefined;
}

interface SeenPage extends Seen {
  readonly rows: readonly StoredRow[];
  /** Null if it was not requested. */
  readonly total: number | null;
  /** Whether the page ended because of its bytes. */
  readonly isCut: boolean;
}

interface RawPage extends Seen {
  readonly total: number | null;
  readonly page: { readonly rows: readonly RawRow[]; readonly isCut: boolean };
}

/** Reads rows. */
@Injectable()
export class Rows {
  constructor(private readonly pool: Pool) {}

  async find({ tableId, workspaceId }: TablePlace, rowId: string): Promise<SeenRow> {
    const { rows } = await this.pool.query<Seen & RawRow>({
      name: 'table_row_find',
      text: `select ${versionSql('$1', '$2')} as version, ${rowColumns}
             from (values (1)) one left join table_row r on r.table_id = $1 and r.id = $3`,
      values: [tableId, workspaceId, rowId],
    });
    return seenRow(rows);
  }

  /** The row at a former time. */
  async findAsOf({ tableId, workspaceId }: TablePlace, rowId: string, asOf: string): Promise<SeenRow> {
    const values = new SqlValues();
    const place = values.add(tableId);
    const version = versionSql(place, values.add(workspaceId));
    const then = rowsAsOf(values, { place, asOf, rowId });
    const text = `select ${version} as version, ${rowColumns} from (values (1)) one left join (${then}) r on true`;
    return seenRow(await run<Seen & RawRow>(this.pool, { text, values: values.list }));
  }

  async page(selection: RowSelection, page: PageBounds): Promise<SeenPage> {
    const statement = answerStatement(selection, await lookFor(this.pool, selection, page), page);
    const [answer] = await run<RawPage>(this.pool, statement);
    if (answer === undefined) throw new Error('An answer is one row');
    const { version, total, page: found } = answer;
    return { version, total, rows: found.rows.map(storedRow), isCut: found.isCut };
  }
}

function seenRow([seen]: readonly (Seen & (RawRow | { readonly id: null }))[]): SeenRow {
  if (seen === undefined) throw new Error('An answer is one row');
  return { version: seen.version, row: seen.id === null ? undefined : storedRow(seen) };
}

/** Locks rows by their ids, in the order of their positions. Absent rows are left out. */
export async function lockRows({ client, table }: RowSession, ids: readonly string[]): Promise<StoredRow[]> {
  const { rows } = await client.query<RawRow>({
    name: 'table_lock_rows',
    text: `select ${rowColumns} from table_row r where r.table_id = $1 and r.id = any($2::uuid[]) order by r.position for update`,
    values: [table.id, ids],
  });
  return rows.map(storedRow);
}

/** Locks the first rows that match a condition. */
export async function lockMatching(
  { client, table }: RowSession,
  condition: RowSelection['condition'],
  limit: number,
): Promise<StoredRow[]> {
  const selection: RowSelection = { tableId: table.id, workspaceId: table.workspaceId, condition, sort: [] };
  const statement = lockStatement(selection, await lookFor(client, selection, { counts: false }), limit);
  return (await run<RawRow>(client, statement)).map(storedRow);
}

/**
 * Locks the row with a value in a unique column. The key is the one of the snapshot, the row that of the moment of the lock: a row that
 * was changed meanwhile may have another value.
 */
export async function lockByKey({ client, table }: RowSession, columnId: string, key: string): Promise<StoredRow | undefined> {
  const { rows } = await client.query<RawRow>({
    name: 'table_lock_by_key',
    text: `select ${rowColumns} from table_key k join table_row r on r.table_id = k.table_id and r.id = k.row_id
           where k.table_id = $1 and k.column_id = $2 and k.key = $3 and k.tie = -1 for update of r`,
    values: [table.id, columnId, key],
  });
  return rows[0] === undefined ? undefined : storedRow(rows[0]);
}

async function lookFor(client: Pool | PoolClient, selection: RowSelection, page: Pick<PageBounds, 'counts'>): Promise<KeyLook | undefined> {
  const found = lookOf(selection, page);
  if (found === undefined || !found.needsProbe) return found?.look;
  const [probe] = await run<{ few: boolean }>(client, probeStatement(selection.tableId, found.look));
  return probe?.few === true ? found.look : undefined;
}

async function run<Row extends object>(client: Pool | PoolClient, { text, values }: Statement): Promise<Row[]> {
  return (await client.query<Row>(text, [...values])).rows;
}
