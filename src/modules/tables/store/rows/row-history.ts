import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { Cells } from '../../domain/row-data.js';

export type RowOperation = 'insert' | 'update' | 'delete' | 'restore';

/** Something that happened to a row. `before` and `after` hold the cells that changed, by the ids of their columns. */
export interface StoredChange {
  /** Of an insertion it is the id of the row. */
  readonly id: string;
  /** In the order of their numbers the changes happened; 0 is the insertion. */
  readonly seq: number;
  readonly operation: RowOperation;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly actorId: string | null;
  readonly executionId: string | null;
  readonly before: Cells;
  readonly after: Cells;
}

interface RawChange extends Omit<StoredChange, 'at' | 'before' | 'after'> {
  readonly at: Date;
  readonly before: Cells | null;
  readonly after: Cells | null;
}

const columns = `c.id, c.seq::float8 as seq, c.operation, c.at, c.actor_id as "actorId", c.execution_id as "executionId", c.before, c.after`;

/** Reads what happened to rows. That of an insertion is told by the row itself, or by its deletion, and what came after. */
@Injectable()
export class RowHistory {
  constructor(private readonly pool: Pool) {}

  /** Changes before the one with this number, the newest first; the insertion is the last of all. None of them is older than `since`. */
  async page(
    tableId: string,
    rowId: string,
    { before, limit, since }: { readonly before: number; readonly limit: number; readonly since: string | undefined },
  ): Promise<StoredChange[]> {
    const { rows } = await this.pool.query<RawChange>({
      name: 'table_row_changes',
      text: `select ${columns} from table_row_change c where c.table_id = $1 and c.row_id = $2 and c.seq < $3
             and c.at >= coalesce($5::timestamptz, '-infinity') order by c.seq desc limit $4`,
      values: [tableId, rowId, before, limit, since ?? null],
    });
    const changes = rows.map(storedChange);
    if (changes.length === limit || before <= 0) return changes;
    const insertion = await this.insertion(tableId, rowId);
    // Of a row that was inserted before, it is not known any more what it was then.
    return insertion === undefined || isBefore(insertion, since) ? changes : [...changes, insertion];
  }

  /** `client`: within a transaction. */
  async insertion(tableId: string, rowId: string, client: Pool | PoolClient = this.pool): Promise<StoredChange | undefined> {
    const { rows } = await client.query<RawChange>({
      name: 'table_row_insertion',
      text: `with changes as (select * from table_row_change where table_id = $1 and row_id = $2),
             known as (
               select data, created_at, created_by, created_in from table_row where table_id = $1 and id = $2
               union all
               (select '{}'::jsonb, created_at, created_by, created_in from changes where operation = 'delete' order by seq desc limit 1)
             ),
             cells as (select jsonb_object_agg(e.key, e.value order by c.seq desc) as before from changes c, jsonb_each(c.before) e)
             select $2::uuid as id, 0::float8 as seq, 'insert' as operation, created_at as at, created_by as "actorId",
               created_in as "executionId", null as before, jsonb_strip_nulls(data || coalesce(cells.before, '{}')) as after
             from known, cells limit 1`,
      values: [tableId, rowId],
    });
    return rows[0] === undefined ? undefined : storedChange(rows[0]);
  }
}

/** Whether it is past the time for which history is kept. */
export function isBefore({ at }: Pick<StoredChange, 'at'>, since: string | undefined): boolean {
  return since !== undefined && at < since;
}

/** A change other than the insertion. */
export async function findChange(client: PoolClient, { tableId, rowId, id }: ChangePlace): Promise<StoredChange | undefined> {
  const { rows } = await client.query<RawChange>({
    name: 'table_row_change_find',
    text: `select ${columns} from table_row_change c where c.table_id = $1 and c.row_id = $2 and c.id = $3`,
    values: [tableId, rowId, id],
  });
  return rows[0] === undefined ? undefined : storedChange(rows[0]);
}

/** Whether anything has happened to the row since. */
export async function isLast(client: PoolClient, { tableId, rowId }: Omit<ChangePlace, 'id'>, seq: number): Promise<boolean> {
  const { rows } = await client.query({
    name: 'table_row_change_later',
    text: 'select from table_row_change where table_id = $1 and row_id = $2 and seq > $3 limit 1',
    values: [tableId, rowId, seq],
  });
  return rows.length === 0;
}

interface ChangePlace {
  readonly tableId: string;
  readonly rowId: string;
  readonly id: string;
}

function storedChange({ at, before, after, ...change }: RawChange): StoredChange {
  return { ...change, at: at.toISOString(), before: before ?? {}, after: after ?? {} };
}
