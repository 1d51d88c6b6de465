import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { success, type Deleted, type Success } from '#edge/answer/envelope.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { ArchiveTable } from '../commands/archive-table.command.js';
import { CreateTable } from '../commands/create-table.command.js';
import { GetTable } from '../queries/get-table.query.js';
import { ListTables } from '../queries/list-tables.query.js';
import { CreateTableRequest } from './create-table.request.js';
import { tableResponse, type NewTableResponse, type FoundTableResponse, type TablesResponse } from './table.response.js';
import { MaybeWorkspaceRequest, WorkspaceRequest, workspaceOf } from '#edge/request/workspace.request.js';

@Controller('api/v1/tables')
@Access('api-key', 'session')
@Throttle({ api: {} })
export class TablesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the tables of a workspace.
   * @returns All tables of the workspace.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId }: WorkspaceRequest): Promise<Success<TablesResponse>> {
    const tables = await this.queries.execute(new ListTables(caller, workspaceId));
    return success({ tables: tables.map(tableResponse), totalCount: tables.length });
  }

  /**
   * Creates a table.
   * @returns The new table.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() { workspaceId, name, description = null, schema }: CreateTableRequest,
  ): Promise<Success<NewTableResponse>> {
    const details = { workspaceId, name, description, columns: schema.columns };
    const table = await this.commands.execute(new CreateTable(caller, meta, details));
    return success({ table: tableResponse(table), message: 'Table created successfully' });
  }

  /**
   * Returns a table with its columns.
   * @returns The table.
   */
  @Get(':tableId')
  async get(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('tableId') tableId: string,
    @Query() { workspaceId }: WorkspaceRequest,
  ): Promise<Success<FoundTableResponse>> {
    return success({ table: tableResponse(await this.queries.execute(new GetTable({ workspaceId, tableId, by: { caller, meta } }))) });
  }

  /**
   * Archives a table. Its rows can no longer be read, and its name is free.
   * @returns The table was archived.
   */
  @Delete(':tableId')
  async archive(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('tableId') tableId: string,
    @Body() body: MaybeWorkspaceRequest,
    @Query() query: MaybeWorkspaceRequest,
  ): Promise<Success<Deleted>> {
    const workspaceId = workspaceOf(query, body);
    await this.commands.execute(new ArchiveTable({ caller, meta, workspaceId, tableId }));
    return success({ id: tableId, message: 'Table archived successfully' });
  }
}
