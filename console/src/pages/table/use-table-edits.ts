import type { ChangedRow, InsertedRows, RowChangeView } from '@sluice/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Json } from '../../../../src/kernel/json.js';
import { api } from '../../api/client.js';
import { rowsChanged, tableChanged, type RowView, type TablePlace } from '../../api/tables.js';
import { isDeepEqual } from '../../table/is-deep-equal.js';

export type Cells = Readonly<Record<string, Json>>;

export interface RowUpdate {
  readonly rowId: string;
  readonly data: Cells;
}

/** What can be done with the rows of a table. Each action throws what the server answers. */
export interface TableEdits {
  readonly update: (rowId: string, data: Cells) => Promise<void>;
  readonly updateAll: (updates: readonly RowUpdate[]) => Promise<void>;
  readonly insert: (rows: readonly Cells[]) => Promise<readonly RowView[]>;
  readonly remove: (rowIds: readonly string[]) => Promise<void>;
  readonly undo: (rowId: string, changeId: string) => Promise<RowView | null>;
  /** Reverts the latest change or deletion of this page. @returns what was done, in a sentence */
  readonly undoLatest: () => Promise<string>;
}

const mostUndone = 50;
const mostChanges = 100;

/** What this page did to a row. */
interface Done {
  readonly rowId: string;
  /** Absent for a deletion. */
  readonly update?: { readonly data: Cells; readonly at: string | undefined };
}

export function useTableEdits(place: TablePlace): TableEdits {
  const { workspaceId, tableId } = place;
  const queries = useQueryClient();
  const done = useRef<(readonly Done[])[]>([]);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const undo = async (rowId: string, changeId: string): Promise<RowView | null> => {
    const { row } = (await api.rowHistory.undo(tableId, rowId, changeId, { workspaceId })).data;
    if (row === null) await tableChanged(queries, place);
    else rowsChanged(queries, place, [row]);
    return row;
  };

  /** A change begins when the one before it has ended: it may be of the same cell. */
  const inOrder = <Given extends readonly unknown[], Result>(
    act: (...given: Given) => Promise<Result>,
  ): ((...given: Given) => Promise<Result>) => {
    return (...given) => {
      const result = last.current.then(() => act(...given));
      last.current = result.catch(() => undefined);
      return result;
    };
  };

  return {
    undo,
    update: inOrder(async (rowId, data) => {
      const { row } = (await api.tableRows.update(tableId, rowId, { workspaceId, data })).data;
      done.current.push([{ rowId, update: { data, at: row.updatedAt } }]);
      rowsChanged(queries, place, [row]);
    }),
    updateAll: inOrder(async (updates) => {
      const { rows } = (await api.tableRows.updateBatch(tableId, { workspaceId, updates })).data;
      const times = new Map(rows.map(({ id, updatedAt }) => [id, updatedAt]));
      done.current.push(updates.map(({ rowId, data }) => ({ rowId, update: { data, at: times.get(rowId) } })));
      rowsChanged(queries, place, rows);
    }),
    insert: async (rows) => {
      const { data } = await api.tableRows.insert(tableId, { workspaceId, rows });
      await tableChanged(queries, place);
      return isMany(data) ? data.rows : [data.row];
    },
    remove: inOrder(async (rowIds) => {
      await api.tableRows.deleteMatching(tableId, { workspaceId, rowIds });
      done.current.push(rowIds.map((rowId) => ({ rowId })));
      await tableChanged(queries, place);
    }),
    undoLatest: inOrder(async () => {
      const latest = done.current.at(-1);
      if (latest === undefined) return 'Nothing to undo on this page.';
      if (latest.length > mostUndone) return `The latest change touched ${latest.length} rows. Undo it in the history of each row.`;
      for (const [index, each] of latest.entries()) {
        const change = changeOf(each, (await api.rowHistory.list(tableId, each.rowId, { workspaceId, limit: mostChanges })).data.changes);
        if (change === undefined) throw new Error('The row was changed since. Its history shows what can be undone.');
        await undo(each.rowId, change.id);
        // What stops here continues with the next row.
        done.current[done.current.length - 1] = latest.slice(index + 1);
      }
      done.current.pop();
      if (latest[0]?.update === undefined) await tableChanged(queries, place);
      return latest.length === 1 ? 'The latest change was undone.' : `The latest change of ${latest.length} rows was undone.`;
    }),
  };
}

/** The change of a row that this page made, unless too many follow it. What was undone meanwhile may look alike, and is newer. */
function changeOf({ update }: Done, changes: readonly RowChangeView[]): RowChangeView | undefined {
  if (update === undefined) return changes.slice(0, 1).find(({ operation }) => operation === 'delete');
  return changes.findLast(({ operation, at, cells }) => {
    const after = new Map(cells.map((cell) => [cell.column, cell.after]));
    const isAlike = Object.entries(update.data).some(([name, cell]) => isDeepEqual(after.get(name), cell));
    return operation === 'update' && at === update.at && isAlike;
  });
}

function isMany(data: ChangedRow | InsertedRows): data is InsertedRows {
  return 'rows' in data;
}
