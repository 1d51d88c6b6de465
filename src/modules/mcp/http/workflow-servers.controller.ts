import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { success, type Success } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import { WorkspaceRequest } from '#edge/request/workspace.request.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { ChangeMcpServer } from '../commands/change-mcp-server.command.js';
import { CreateMcpServer } from '../commands/create-mcp-server.command.js';
import { DeleteMcpServer } from '../commands/delete-mcp-server.command.js';
import { GetMcpServer } from '../queries/get-mcp-server.query.js';
import { ListMcpServers } from '../queries/list-mcp-servers.query.js';
import { ChangeWorkflowServerRequest, CreateWorkflowServerRequest } from './workflow-server.request.js';
import {
  workflowServerResponse,
  workflowToolResponse,
  type ChangedServer,
  type Gone,
  type ServerWithTools,
  type WorkflowServers,
} from './workflow-server.response.js';

/**
 * The MCP servers that workspaces offer: workflows as tools of MCP clients.
 * @tag Workflow servers
 */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/mcp/workflow-servers')
export class WorkflowServersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Lists the MCP servers of a workspace, the oldest first.
   * @returns The servers.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Query() { workspaceId }: WorkspaceRequest): Promise<Success<WorkflowServers>> {
    const views = await this.queries.execute(new ListMcpServers(caller, workspaceId));
    return success({ servers: views.map((view) => workflowServerResponse(view, this.config.baseUrl)) });
  }

  /**
   * Creates an MCP server, with workflows as its tools.
   * @returns The new server.
   */
  @Post()
  @HttpCode(200)
  async create(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Body() { workspaceId, name, description = null, isPublic = false, workflowIds = [] }: CreateWorkflowServerRequest,
  ): Promise<Success<ChangedServer>> {
    const view = await this.commands.execute(new CreateMcpServer(caller, meta, { workspaceId, name, description, isPublic, workflowIds }));
    return success({ server: workflowServerResponse(view, this.config.baseUrl) });
  }

  /**
   * Returns an MCP server with its tools.
   * @returns The server and its tools.
   */
  @Get(':serverId')
  async get(@CurrentCaller() caller: Caller, @Param('serverId') id: string): Promise<Success<ServerWithTools>> {
    const { server, tools } = await this.queries.execute(new GetMcpServer(caller, id));
    return success({ server: workflowServerResponse(server, this.config.baseUrl), tools: tools.map(workflowToolResponse) });
  }

  /**
   * Changes an MCP server.
   * @returns The changed server.
   */
  @Patch(':serverId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('serverId') id: string,
    @Body() { name, description, isPublic }: ChangeWorkflowServerRequest,
  ): Promise<Success<ChangedServer>> {
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(isPublic === undefined ? {} : { isPublic }),
    };
    const view = await this.commands.execute(new ChangeMcpServer(caller, meta, id, changes));
    return success({ server: workflowServerResponse(view, this.config.baseUrl) });
  }

  /**
   * Deletes an MCP server and its tools. The workflows stay as they are.
   * @returns The server was deleted.
   */
  @Delete(':serverId')
  async delete(@CurrentCaller() caller: Caller, @RequestMeta() meta: EventMeta, @Param('serverId') id: string): Promise<Success<Gone>> {
    await this.commands.execute(new DeleteMcpServer(caller, meta, id));
    return success({ message: 'MCP server deleted' });
  }
}
