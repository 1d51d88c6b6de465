import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Write } from '#ledger/rows/read-model.js';
import type { QuietSign } from '#ledger/signals/quiet-signs.js';
import { isId } from '#kernel/ids.js';
import type { Column } from '../domain/column.js';
import type { Cells } from '../domain/row-data.js';
import { tableRowEvent, tableRowWatch, type RowKind, type TableRowWatch } from './rows/row-event.entity.js';

/** The name and the columns of a table. */
export interface WatchedTable {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly Column[];
}

/** A change of a row that waits for its watcher. Cells are by column id. */
export interface WaitingRowEvent {
  /** Ascending in the order of the changes of a row. */
  readonly seq: number;
  readonly watcherId: string;
  readonly tableId: string;
  readonly rowId: string;
  readonly kind: RowKind;
  readonly at: Date;
  /** The workflows that led to the change, oldest first. */
  readonly callChain: readonly string[];
  /** Former cells: of the changed columns of an updated row, all of a deleted row. */
  readonly before: Cells | null;
  /** All cells after the change; null of a deleted row. */
  readonly after: Cells | null;
  readonly batch: number | null;
}

const columns = `seq::float8 as seq, watcher_id as "watcherId", table_id as "tableId", row_id as "rowId", kind, at, call_chain as "callChain",
  before, after, batch::float8 as batch`;

/** Whether changes of rows wait. */
export const rowEventSign: QuietSign = { isWaiting: 'exists (select from table_row_event)' };

/** Who watches the rows of tables, and the changes that wait for them. Checks no permissions. */
@Injectable()
export class RowWatches {
  constructor(private readonly pool: Pool) {}

  /** The row that makes changes wait for the watcher from its commit on. It replaces the former watch of the watcher. */
  watch(watch: TableRowWatch): Write {
    return tableRowWatch.put(watch);
  }

  end(watcherId: string): Write {
    return tableRowWatch.remove({ watcherId });
  }

  /** The tables of the workspace with these ids, without archived ones. */
  async tables(workspaceId: string, ids: readonly string[]): Promise<readonly WatchedTable[]> {
    const { rows } = await this.pool.query<WatchedTable>({
      name: 'tables_to_watch',
      text: 'select id, name, columns from data_table where workspace_id = $1 and id = any($2::uuid[]) and not archived',
      values: [workspaceId, ids.filter(isId)],
    });
    return rows;
  }

  /** The tables that waiting changes name, archived ones too. */
  async changedTables(ids: readonly string[]): Promise<ReadonlyMap<string, WatchedTable>> {
    const { rows } = await this.pool.query<WatchedTable>({
      name: 'tables_with_changes',
      text: 'select id, name, columns from data_table where id = any($1::uuid[])',
      values: [ids],
    });
    return new Map(rows.map((table) => [table.id, table]));
  }

  /** The oldest changes after a number. */
  async waiting(after: number, limit: number): Promise<readonly WaitingRowEvent[]> {
    const { rows } = await this.pool.query<WaitingRowEvent>({
      name: 'waiting_row_events',
      text: `select ${columns} from table_row_event where seq > $1 order by seq limit $2`,
      values: [after, limit],
    });
    return rows;
  }

  /** Joins changes for ever: a process that continues after a crash takes the same ones together. @returns the number of the batch */
  async join(seqs: readonly [number, ...number[]]): Promise<number> {
    const text = 'update table_row_event set batch = $2 where seq = any($1::bigint[]) and batch is null';
    await this.pool.query({ name: 'join_row_events', text, values: [seqs, seqs[0]] });
    return seqs[0];
  }

  /** The changes of a batch in their order. */
  async joined(batch: number): Promise<readonly WaitingRowEvent[]> {
    const text = `select ${columns} from table_row_event where batch = $1 order by seq`;
    return (await this.pool.query<WaitingRowEvent>({ name: 'joined_row_events', text, values: [batch] })).rows;
  }

  /** The row that ends the wait of a change, for the append of what became of it. */
  done({ seq }: Pick<WaitingRowEvent, 'seq'>): Write {
    return tableRowEvent.remove({ seq });
  }

  /** Deletes changes without an append: what became of them is durable already. */
  async forget(seqs: readonly number[]): Promise<void> {
    await this.pool.query({ name: 'forget_row_events', text: 'delete from table_row_event where seq = any($1::bigint[])', values: [seqs] });
  }
}
