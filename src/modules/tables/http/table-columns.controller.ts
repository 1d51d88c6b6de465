import { Body, Controller, Delete, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { success, type Success } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { ChangeColumns } from '../commands/change-columns.command.js';
import { AddColumnRequest, ChangeColumnRequest, ColumnNameRequest, positionOf } from './column.request.js';
import { columnResponse, type TableColumnsResponse } from './table.response.js';

@Controller('api/v1/tables/:tableId/columns')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class TableColumnsController {
  constructor(private readonly commands: CommandBus) {}

  /**
   * Adds a column, at a position or at the end.
   * @returns All columns after the change.
   */
  @Post()
  @HttpCode(200)
  add(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('tableId') tableId: string,
    @Body() body: AddColumnRequest,
  ): Promise<Success<TableColumnsResponse>> {
    const { workspaceId, column } = body;
    const change = new ChangeColumns({ caller, meta, workspaceId, tableId }, { type: 'add-column', column, position: positionOf(body) });
    return this.#answer(change);
  }

  /**
   * Changes the name, the type or the rules of a column. Existing rows must satisfy them.
   * @returns All columns after the change.
   */
  @Patch()
  change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('tableId') tableId: string,
    @Body() { workspaceId, columnName: name, updates }: ChangeColumnRequest,
  ): Promise<Success<TableColumnsResponse>> {
    return this.#answer(new ChangeColumns({ caller, meta, workspaceId, tableId }, { type: 'change-column', name, updates }));
  }

  /**
   * Deletes a column with its cells.
   * @returns All columns after the change.
   */
  @Delete()
  delete(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('tableId') tableId: string,
    @Body() { workspaceId, columnName: name }: ColumnNameRequest,
  ): Promise<Success<TableColumnsResponse>> {
    return this.#answer(new ChangeColumns({ caller, meta, workspaceId, tableId }, { type: 'delete-column', name }));
  }

  async #answer(change: ChangeColumns): Promise<Success<TableColumnsResponse>> {
    return success({ columns: (await this.commands.execute(change)).map(columnResponse) });
  }
}
