import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { Cells } from '../../domain/row-data.js';

export type RowOperation = 'insert' | 'update' | 'delete' | 'restore';

/** A change of a row. `before` and `after` hold the changed cells by column id. */
export interface StoredChange {
  /** The id of the change. An insertion has the id of its row. */
  readonly id: string;
  /** The number of the change, ascending. The insertion is 0. */
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

/** Reads the changes of rows. The insertion is not stored: it is derived from the row, or its deletion, and the changes after it. */
@Injectable()
export class RowHistory {
  constructor(private readonly pool: Pool) {}

  /** Changes before the one with this number, newest first. The insertion is the last one. No change is older than `since`. */
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
    // The history of a row that was inserted before `since` no longer reaches its insertion.
    return insertion === undefined || isBefore(insertion, since) ? changes : [...changes, insertion];
  }

  /** `client`: the connection of the current transaction. */
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

/** Whether its history is no longer kept. */
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

/** Whether the row has no later change. */
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
