import type { Json, JsonObject } from '#kernel/json.js';
import { BlockFailure } from '#engine/block-failure.js';
import type { TableRow, WorkspaceTables } from '../../ports/tables.js';
import { filterOfRules } from './filter-rules.js';
import type { TableOperation, TableRequest } from './table-request.js';

/** The work of each operation; the result is the output of the block. */
export const tableActions: Readonly<
  Record<TableOperation, (request: TableRequest, tables: WorkspaceTables, key: string) => Promise<JsonObject>>
> = {
  query_rows: async (request, tables) => {
    const { tableId, sort, limit = defaultLimit, offset = 0 } = request;
    const filter = await filterOf(request, tables);
    const { rows, total } = await tables.queryRows(tableId, { filter, sort, limit, offset, includesTotal: true });
    return {
      ...said(`Found ${rows.length} of ${total ?? 0} rows`),
      rows: rows.map(shown),
      rowCount: rows.length,
      totalCount: total,
      limit,
      offset,
    };
  },

  get_row: async ({ tableId, rowId = '' }, tables) => ({ ...said('Found the row'), row: await rowOf(tableId, rowId, tables) }),

  insert_row: async ({ tableId, data: cells = {} }, tables, key) => {
    const { rows } = await tables.insertRows(tableId, { data: cells }, key);
    return { ...said('Inserted 1 row'), row: rows[0] === undefined ? null : shown(rows[0]) };
  },

  batch_insert_rows: async ({ tableId, rows: wanted = [] }, tables, key) => {
    const { rows } = await tables.insertRows(tableId, { rows: wanted }, key);
    return { ...said(`Inserted ${rows.length} rows`), rows: rows.map(shown), insertedCount: rows.length };
  },

  upsert_row: async ({ tableId, data: cells = {}, conflictTarget }, tables, key) => {
    const { row, operation } = await tables.upsertRow(tableId, { data: cells, conflictTarget }, key);
    return { ...said(operation === 'insert' ? 'Inserted 1 row' : 'Updated 1 row'), row: shown(row), operation };
  },

  update_row: async ({ tableId, rowId = '', data: cells = {} }, tables, key) => {
    const { updatedRowIds } = await tables.updateRows(tableId, { filter: { id: rowId }, data: cells, limit: 1 }, key);
    if (updatedRowIds.length === 0) throw noSuchRow();
    return { ...said('Updated 1 row'), row: await rowOf(tableId, rowId, tables), ...counted('updated', updatedRowIds) };
  },

  update_rows_by_filter: async (request, tables, key) => {
    const { tableId, data: cells = {}, limit = mostRows } = request;
    const filter = (await filterOf(request, tables)) ?? {};
    const { updatedRowIds } = await tables.updateRows(tableId, { filter, data: cells, limit }, key);
    return { ...said(`Updated ${updatedRowIds.length} rows`), ...counted('updated', updatedRowIds) };
  },

  delete_row: async ({ tableId, rowId = '' }, tables, key) => {
    const { deletedRowIds } = await tables.deleteRows(tableId, { rowIds: [rowId] }, key);
    if (deletedRowIds.length === 0) throw noSuchRow();
    return { ...said('Deleted 1 row'), ...counted('deleted', deletedRowIds) };
  },

  delete_rows_by_filter: async (request, tables, key) => {
    const { tableId, limit = mostRows } = request;
    const filter = (await filterOf(request, tables)) ?? {};
    const { deletedRowIds } = await tables.deleteRows(tableId, { filter, limit }, key);
    return { ...said(`Deleted ${deletedRowIds.length} rows`), ...counted('deleted', deletedRowIds) };
  },

  get_schema: async ({ tableId }, tables) => {
    const { name, columns, rowCount } = await tables.table(tableId);
    const described = columns.map(({ name: column, type, required, unique }) => ({ name: column, type, required, unique }));
    return { ...said(`The table has ${columns.length} columns`), name, columns: described, rowCount };
  },
};

const defaultLimit = 100;
const mostRows = 1000;

async function filterOf({ tableId, filter, rules }: TableRequest, tables: WorkspaceTables): Promise<Json | undefined> {
  return rules === undefined ? filter : filterOfRules(rules, (await tables.table(tableId)).columns);
}

async function rowOf(tableId: string, rowId: string, tables: WorkspaceTables): Promise<JsonObject> {
  const question = { filter: { id: rowId }, limit: 1, offset: 0, includesTotal: false };
  const [row] = (await tables.queryRows(tableId, question)).rows;
  if (row === undefined) throw noSuchRow();
  return shown(row);
}

function shown({ id, data, position, createdAt, updatedAt }: TableRow): JsonObject {
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
