import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { success, type Success } from '#edge/answer/envelope.js';
import { PageRequest } from '#edge/request/page.request.js';
import { IsIdentifier } from '#edge/request/request-fields.js';
import { Access } from '#modules/identity/index.js';
import { UndoRowChange } from '../commands/undo-row-change.command.js';
import { GetRowHistory } from '../queries/get-row-history.query.js';
import type { RowHistoryResponse, UndoneRowChangeResponse } from './row.response.js';
import { TableCaller, type CallerOfTable } from './table-access.decorator.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';

class RowHistoryRequest extends PageRequest {
  @IsIdentifier()
  workspaceId!: string;
}

@Controller('api/v1/tables/:tableId/rows/:rowId/history')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class RowHistoryController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the changes of a row, newest first.
   * @returns A page of changes.
   */
  @Get()
  async list(
    @TableCaller() by: CallerOfTable,
    @Param('rowId') rowId: string,
    @Query() { workspaceId, limit, cursor }: RowHistoryRequest,
  ): Promise<Success<RowHistoryResponse>> {
    const { data: changes, nextCursor } = await this.queries.execute(new GetRowHistory({ ...by, workspaceId }, rowId, { limit, cursor }));
    return success({ changes, nextCursor });
  }

  /**
   * Reverts one change of a row, unless one of its cells has been changed since.
   * @returns The row after the change was reverted.
   */
  @Post(':changeId/undo')
  @HttpCode(200)
  async undo(
    @TableCaller() by: CallerOfTable,
    @Param('rowId') rowId: string,
    @Param('changeId') changeId: string,
    @Body() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<UndoneRowChangeResponse>> {
    const { row } = await this.commands.execute(new UndoRowChange({ ...by, workspaceId }, rowId, changeId));
    return success({ row, message: 'Change undone successfully' });
  }
}
