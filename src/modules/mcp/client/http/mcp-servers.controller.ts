import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { deleted, listOf, one, type Deleted, type One } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { Page } from '#kernel/page.js';
import { Access } from '#modules/identity/index.js';
import { ChangeMcpConnection } from '../commands/change-mcp-connection.command.js';
import { DeleteMcpConnection } from '../commands/delete-mcp-connection.command.js';
import { RegisterMcpConnection } from '../commands/register-mcp-connection.command.js';
import { GetMcpConnection } from '../queries/get-mcp-connection.query.js';
import { ListMcpConnections } from '../queries/list-mcp-connections.query.js';
import { ListConnectedTools } from '../queries/list-connected-tools.query.js';
import { RefreshMcpConnection } from '../commands/refresh-mcp-connection.command.js';
import { TestMcpConnection } from '../commands/test-mcp-connection.command.js';
import { ChangeMcpServerRequest, RegisterMcpServerRequest } from './mcp-connection.request.js';
import {
  mcpServerResponse,
  type McpServerResponse,
  type McpServerToolResponse,
  type RefreshedMcpServerResponse,
  type TestedMcpServerResponse,
} from './mcp-connection.response.js';

/** The MCP servers whose tools workflows use. */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/v1/mcp-servers')
export class McpServersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the MCP servers that a workspace uses, the oldest first.
   * @returns The servers.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId }: WorkspaceRequest): Promise<Page<McpServerResponse>> {
    const rows = await this.queries.execute(new ListMcpConnections(caller, workspaceId));
    return listOf({ data: rows, nextCursor: null }, mcpServerResponse);
  }

  /**
   * Registers an MCP server. It is not asked yet.
   * @returns The new registration.
   * @error 409 DUPLICATE_NAME when the workspace uses a server of that name
   */
  @Post()
  @HttpCode(200)
  async register(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() request: RegisterMcpServerRequest,
  ): Promise<One<McpServerResponse>> {
    return one(mcpServerResponse(await this.commands.execute(new RegisterMcpConnection(caller, meta, request))));
  }

  /**
   * Gets one MCP server.
   * @returns The registration.
   */
  @Get(':mcpServerId')
  async get(@CurrentCaller() caller: Caller, @Param('mcpServerId') id: string): Promise<One<McpServerResponse>> {
    return one(mcpServerResponse(await this.queries.execute(new GetMcpConnection(caller, id))));
  }

  /**
   * Changes a registration. The address stays.
   * @returns The changed registration.
   * @error 409 DUPLICATE_NAME when the workspace uses another server of that name
   */
  @Patch(':mcpServerId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('mcpServerId') id: string,
    @Body() request: ChangeMcpServerRequest,
  ): Promise<One<McpServerResponse>> {
    return one(mcpServerResponse(await this.commands.execute(new ChangeMcpConnection(caller, meta, id, request))));
  }

  /**
   * Deletes a registration. Runs that use its tools fail at their next call.
   * @returns The registration was deleted.
   */
  @Delete(':mcpServerId')
  async delete(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('mcpServerId') id: string): Promise<One<Deleted>> {
    await this.commands.execute(new DeleteMcpConnection(caller, meta, id));
    return deleted(id, 'MCP server');
  }

  /**
   * Asks a server whether it answers, with its headers.
   * @returns What it said, or what was wrong.
   */
  @Post(':mcpServerId/test')
  @HttpCode(200)
  async test(@CurrentCaller() caller: Caller, @Param('mcpServerId') id: string): Promise<One<TestedMcpServerResponse>> {
    return one(await this.commands.execute(new TestMcpConnection(caller, id)));
  }

  /**
   * Asks a server for its tools, and records what has changed since the last refresh.
   * @returns What has changed.
   * @error 422 MCP_UNREACHABLE when the server does not answer
   */
  @Post(':mcpServerId/refresh')
  @HttpCode(200)
  async refresh(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('mcpServerId') id: string,
  ): Promise<One<RefreshedMcpServerResponse>> {
    return one(await this.commands.execute(new RefreshMcpConnection(caller, meta, id)));
  }

  /**
   * Lists the tools of a server, as this process knew them at most 5 minutes ago.
   * @returns The tools, in the order of the server.
   * @error 422 MCP_UNREACHABLE when the server does not answer
   */
  @Get(':mcpServerId/tools')
  async tools(@CurrentCaller() caller: Caller, @Param('mcpServerId') id: string): Promise<Page<McpServerToolResponse>> {
    const tools = await this.queries.execute(new ListConnectedTools(caller, id));
    return listOf({ data: tools, nextCursor: null }, (tool) => tool);
  }
}
