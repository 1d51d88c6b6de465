import type { Json, JsonObject } from '#kernel/json.js';
import type { RowView } from '#modules/tables/index.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { RunData } from '../run-data.js';
import { filterOfRules } from './filter-rules.js';
import type { TableOperation, TableRequest } from './table-request.js';

/** What each operation does, and what later blocks see of it. */
export const tableActions: Readonly<Record<TableOperation, (request: TableRequest, data: RunData, key: string) => Promise<JsonObject>>> = {
  query_rows: async (request, data) => {
    const { tableId, sort, limit = defaultLimit, offset = 0 } = request;
    const filter = await filterOf(request, data);
    const { rows, total } = await data.queryRows(tableId, { filter, sort, limit, offset, includesTotal: true });
    return {
      ...said(`Found ${rows.length} of ${total ?? 0} rows`),
      rows: rows.map(shown),
      rowCount: rows.length,
      totalCount: total,
      limit,
      offset,
    };
  },

  get_row: async ({ tableId, rowId = '' }, data) => ({ ...said('Found the row'), row: await rowOf(tableId, rowId, data) }),

  insert_row: async ({ tableId, data: cells = {} }, data, key) => {
    const { rows } = await data.insertRows(tableId, { data: cells }, key);
    return { ...said('Inserted 1 row'), row: rows[0] === undefined ? null : shown(rows[0]) };
  },

  batch_insert_rows: async ({ tableId, rows: wanted = [] }, data, key) => {
    const { rows } = await data.insertRows(tableId, { rows: wanted }, key);
    return { ...said(`Inserted ${rows.length} rows`), rows: rows.map(shown), insertedCount: rows.length };
  },

  upsert_row: async ({ tableId, data: cells = {}, conflictTarget }, data, key) => {
    const { row, operation } = await data.upsertRow(tableId, { data: cells, conflictTarget }, key);
    return { ...said(operation === 'insert' ? 'Inserted 1 row' : 'Updated 1 row'), row: shown(row), operation };
  },

  update_row: async ({ tableId, rowId = '', data: cells = {} }, data, key) => {
    const { updatedRowIds } = await data.updateRows(tableId, { filter: { id: rowId }, data: cells, limit: 1 }, key);
    if (updatedRowIds.length === 0) throw noSuchRow();
    return { ...said('Updated 1 row'), row: await rowOf(tableId, rowId, data), ...counted('updated', updatedRowIds) };
  },

  update_rows_by_filter: async (request, data, key) => {
    const { tableId, data: cells = {}, limit = mostRows } = request;
    const filter = (await filterOf(request, data)) ?? {};
    const { updatedRowIds } = await data.updateRows(tableId, { filter, data: cells, limit }, key);
    return { ...said(`Updated ${updatedRowIds.length} rows`), ...counted('updated', updatedRowIds) };
  },

  delete_row: async ({ tableId, rowId = '' }, data, key) => {
    const { deletedRowIds } = await data.deleteRows(tableId, { rowIds: [rowId] }, key);
    if (deletedRowIds.length === 0) throw noSuchRow();
    return { ...said('Deleted 1 row'), ...counted('deleted', deletedRowIds) };
  },

  delete_rows_by_filter: async (request, data, key) => {
    const { tableId, limit = mostRows } = request;
    const filter = (await filterOf(request, data)) ?? {};
    const { deletedRowIds } = await data.deleteRows(tableId, { filter, limit }, key);
    return { ...said(`Deleted ${deletedRowIds.length} rows`), ...counted('deleted', deletedRowIds) };
  },

  get_schema: async ({ tableId }, data) => {
    const { name, columns, rowCount } = await data.table(tableId);
    const described = columns.map(({ name: column, type, required, unique }) => ({ name: column, type, required, unique }));
    return { ...said(`The table has ${columns.length} columns`), name, columns: described, rowCount };
  },
};

const defaultLimit = 100;
const mostRows = 1000;

async function filterOf({ tableId, filter, rules }: TableRequest, data: RunData): Promise<Json | undefined> {
  return rules === undefined ? filter : filterOfRules(rules, (await data.table(tableId)).columns);
}

async function rowOf(tableId: string, rowId: string, data: RunData): Promise<JsonObject> {
  const question = { filter: { id: rowId }, limit: 1, offset: 0, includesTotal: false };
  const [row] = (await data.queryRows(tableId, question)).rows;
  if (row === undefined) throw noSuchRow();
  return shown(row);
}

function shown({ id, data, position, createdAt, updatedAt }: RowView): JsonObject {
  return { id, data: { ...data }, position, createdAt, updatedAt };
}

function said(message: string): JsonObject {
  return { success: true, message };
}

function counted(what: 'updated' | 'deleted', ids: readonly string[]): JsonObject {
  return { [`${what}Count`]: ids.length, [`${what}RowIds`]: ids };
}

function noSuchRow(): BlockFailure {
  return new BlockFailure('Row not found', { status: 404 });
}
