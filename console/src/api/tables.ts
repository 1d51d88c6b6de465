import type { RowView, Table, TableColumn } from '@sluice/client';
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { SluiceError } from '@sluice/client';
import type { TableSearch } from '../table/view-search.js';
import { api } from './client.js';
import { keys } from './keys.js';

export type { RowView, Table, TableColumn };

const pageSize = 200;

/** The filter, the sort and the time of a look at a table. */
export type TableView = Pick<TableSearch, 'filter' | 'sort' | 'asOf'>;

export const tablesQuery = (workspaceId: string) =>
  queryOptions({
    queryKey: keys.tables(workspaceId),
    queryFn: async ({ signal }) => (await api.tables.list({ workspaceId }, { signal })).data.tables,
  });

export const tableQuery = (workspaceId: string, tableId: string) =>
  queryOptions({
    queryKey: [...keys.table(workspaceId, tableId), 'schema'],
    queryFn: async ({ signal }) => (await api.tables.get(tableId, { workspaceId }, { signal })).data.table,
  });

interface RowsPage {
  readonly rows: readonly RowView[];
  readonly cursor: string | null;
}

const rowsKey = (workspaceId: string, tableId: string) => [...keys.table(workspaceId, tableId), 'rows'];

/** The rows of a look, page by page, without a count. */
export function rowsQuery(workspaceId: string, tableId: string, { filter, sort, asOf }: TableView) {
  const view = { ...(filter && { filter }), ...(sort && { sort }), ...(asOf && { asOf }) };
  return infiniteQueryOptions({
    queryKey: [...rowsKey(workspaceId, tableId), view],
    queryFn: async ({ pageParam, signal }): Promise<RowsPage> => {
      const query = { ...view, workspaceId, limit: pageSize, includeTotal: false, ...(pageParam === null ? {} : { cursor: pageParam }) };
      const { data } = await api.tableRows.query(tableId, query, { signal });
      return { rows: data.rows, cursor: data.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  });
}

/** One row; null when it was deleted. */
export const rowQuery = (workspaceId: string, tableId: string, rowId: string, asOf: string | undefined) =>
  queryOptions({
    queryKey: [...keys.table(workspaceId, tableId), 'row', rowId, asOf],
    queryFn: async ({ signal }) => {
      try {
        return (await api.tableRows.get(tableId, rowId, { workspaceId, ...(asOf && { asOf }) }, { signal })).data.row;
      } catch (error) {
        if (error instanceof SluiceError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** Who changed which cell of a row, the newest first. */
export function rowHistoryQuery(workspaceId: string, tableId: string, rowId: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.table(workspaceId, tableId), 'history', rowId],
    queryFn: async ({ pageParam, signal }) => {
      const query = { workspaceId, limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return (await api.rowHistory.list(tableId, rowId, query, { signal })).data;
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

/** Puts changed rows in their places in all looks, and reads again what else depends on them. */
export function rowsChanged(queries: QueryClient, { workspaceId, tableId }: TablePlace, changed: readonly RowView[]): void {
  const byId = new Map(changed.map((row) => [row.id, row]));
  queries.setQueriesData<InfiniteData<RowsPage, string | null>>({ queryKey: rowsKey(workspaceId, tableId) }, (known) =>
    known === undefined
      ? known
      : { ...known, pages: known.pages.map((page) => ({ ...page, rows: page.rows.map((row) => byId.get(row.id) ?? row) })) },
  );
  for (const row of changed) {
    for (const part of ['row', 'history']) {
      void queries.invalidateQueries({ queryKey: [...keys.table(workspaceId, tableId), part, row.id] });
    }
  }
}

/** Reads again everything about a table, after rows or columns came or went. */
export async function tableChanged(queries: QueryClient, { workspaceId, tableId }: TablePlace): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: keys.table(workspaceId, tableId) }),
    queries.invalidateQueries({ queryKey: keys.tables(workspaceId) }),
  ]);
}

export interface TablePlace {
  readonly workspaceId: string;
  readonly tableId: string;
}
