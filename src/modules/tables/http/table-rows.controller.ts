import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { success, type Success } from '#edge/answer/envelope.js';
import { Access } from '#modules/identity/index.js';
import { DeleteRows } from '../commands/delete-rows.command.js';
import { InsertRows } from '../commands/insert-rows.command.js';
import { UpdateRowBatch } from '../commands/update-row-batch.command.js';
import { UpdateRow } from '../commands/update-row.command.js';
import { UpdateRows } from '../commands/update-rows.command.js';
import { UpsertRow } from '../commands/upsert-row.command.js';
import { GetRow } from '../queries/get-row.query.js';
import { QueryRows } from '../queries/query-rows.query.js';
import {
  notFoundRow,
  rowsDeleted,
  rowsUpdated,
  rowUpserted,
  type ChangedRowResponse,
  type DeletedRowResponse,
  type DeletedRowsResponse,
  type FoundRowResponse,
  type InsertedRowsResponse,
  type TableRowsResponse,
  type UpdatedRowBatchResponse,
  type UpdatedRowsResponse,
  type UpsertedRowResponse,
} from './row.response.js';
import { AsOfRequest, QueryRowsRequest, questionOf } from './query-rows.request.js';
import {
  DeleteRowsRequest,
  InsertRowsRequest,
  newRows,
  RowDataRequest,
  selectionOf,
  UpdateRowBatchRequest,
  UpdateRowsRequest,
  UpsertRowRequest,
} from './rows.request.js';
import { TableCaller, type CallerOfTable } from './table-access.decorator.js';
import { MaybeWorkspaceRequest, workspaceOf } from '#edge/request/workspace.request.js';

@Controller('api/v1/tables/:tableId/rows')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class TableRowsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the rows that match a filter.
   * @returns A page of rows.
   */
  @Get()
  async query(@TableCaller() by: CallerOfTable, @Query() request: QueryRowsRequest): Promise<Success<TableRowsResponse>> {
    const { workspaceId } = request;
    const question = questionOf(request);
    const { limit, offset } = question;
    const { rows, total, nextCursor } = await this.queries.execute(new QueryRows({ ...by, workspaceId }, question));
    return success({ rows, rowCount: rows.length, totalCount: total, limit, offset, nextCursor });
  }

  /**
   * Inserts one row, or up to 1,000 at once.
   * @returns The inserted rows.
   */
  @Post()
  @HttpCode(200)
  async insert(
    @TableCaller() by: CallerOfTable,
    @Body() request: InsertRowsRequest,
  ): Promise<Success<ChangedRowResponse | InsertedRowsResponse>> {
    const { rows } = await this.commands.execute(new InsertRows({ ...by, workspaceId: request.workspaceId }, newRows(request)));
    const [row] = rows;
    if (request.rows === undefined && row !== undefined) return success({ row, message: 'Row inserted successfully' });
    return success({ rows, insertedCount: rows.length, message: `Successfully inserted ${rows.length} rows` });
  }

  /**
   * Updates the rows that match a filter.
   * @notIdempotent With a limit, each request changes further rows.
   * @returns The ids of the updated rows.
   */
  @Put()
  async updateMatching(
    @TableCaller() by: CallerOfTable,
    @Body() { workspaceId, filter, data, limit }: UpdateRowsRequest,
  ): Promise<Success<UpdatedRowsResponse>> {
    const { updatedRowIds } = await this.commands.execute(new UpdateRows({ ...by, workspaceId }, { filter, data, limit }));
    return success(rowsUpdated(updatedRowIds));
  }

  /**
   * Changes different cells of up to 1,000 rows, all or none.
   * @returns The changed rows.
   */
  @Post('batch')
  @HttpCode(200)
  async updateBatch(
    @TableCaller() by: CallerOfTable,
    @Body() { workspaceId, updates }: UpdateRowBatchRequest,
  ): Promise<Success<UpdatedRowBatchResponse>> {
    const rows = await this.commands.execute(new UpdateRowBatch({ ...by, workspaceId }, updates));
    return success({ rows, updatedCount: rows.length, message: `Successfully updated ${rows.length} rows` });
  }

  /**
   * Deletes the rows that match a filter, or those with the given ids.
   * @notIdempotent With a limit, each request deletes further rows.
   * @returns The ids of the deleted rows.
   */
  @Delete()
  async deleteMatching(
    @TableCaller() by: CallerOfTable,
    @Body() request: DeleteRowsRequest,
    @Query() query: MaybeWorkspaceRequest,
  ): Promise<Success<DeletedRowsResponse>> {
    const workspaceId = workspaceOf(request, query);
    const { deletedRowIds } = await this.commands.execute(new DeleteRows({ ...by, workspaceId }, selectionOf(request)));
    return success(rowsDeleted(deletedRowIds, request.rowIds));
  }

  /**
   * Replaces the row that has the same value in a unique column, or inserts a new one.
   * @returns The inserted or replaced row.
   */
  @Post('upsert')
  @HttpCode(200)
  async upsert(
    @TableCaller() by: CallerOfTable,
    @Body() { workspaceId, data, conflictTarget }: UpsertRowRequest,
  ): Promise<Success<UpsertedRowResponse>> {
    return success(rowUpserted(await this.commands.execute(new UpsertRow({ ...by, workspaceId }, { data, conflictTarget }))));
  }

  /**
   * Returns a row.
   * @returns The row.
   */
  @Get(':rowId')
  async get(
    @TableCaller() by: CallerOfTable,
    @Param('rowId') rowId: string,
    @Query() { workspaceId, asOf }: AsOfRequest,
  ): Promise<Success<FoundRowResponse>> {
    return success({ row: await this.queries.execute(new GetRow({ ...by, workspaceId }, rowId, asOf)) });
  }

  /**
   * Changes cells of a row.
   * @returns The changed row.
   */
  @Patch(':rowId')
  async update(
    @TableCaller() by: CallerOfTable,
    @Param('rowId') rowId: string,
    @Body() { workspaceId, data }: RowDataRequest,
  ): Promise<Success<ChangedRowResponse>> {
    const row = await this.commands.execute(new UpdateRow({ ...by, workspaceId }, rowId, data));
    return success({ row, message: 'Row updated successfully' });
  }

  /**
   * Deletes a row.
   * @returns The row was deleted.
   */
  @Delete(':rowId')
  async delete(
    @TableCaller() by: CallerOfTable,
    @Param('rowId') rowId: string,
    @Body() body: MaybeWorkspaceRequest,
    @Query() query: MaybeWorkspaceRequest,
  ): Promise<Success<DeletedRowResponse>> {
    const workspaceId = workspaceOf(body, query);
    const { deletedRowIds } = await this.commands.execute(new DeleteRows({ ...by, workspaceId }, { rowIds: [rowId] }));
    if (deletedRowIds.length === 0) throw notFoundRow();
    return success({ id: rowId, message: 'Row deleted successfully', deletedCount: 1 });
  }
}
