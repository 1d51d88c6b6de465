import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { success, type Success } from '#edge/answer/envelope.js';
import { CurrentCaller, RequestMeta } from '#edge/request/caller.decorator.js';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Access } from '#modules/identity/index.js';
import { AddMcpTool } from '../commands/add-mcp-tool.command.js';
import { ChangeMcpTool } from '../commands/change-mcp-tool.command.js';
import { RemoveMcpTool } from '../commands/remove-mcp-tool.command.js';
import { GetMcpServer } from '../queries/get-mcp-server.query.js';
import { AddWorkflowToolRequest, ChangeWorkflowToolRequest } from './workflow-server.request.js';
import { workflowToolResponse, type ChangedTool, type Gone, type WorkflowTools } from './workflow-server.response.js';

/**
 * The tools of MCP servers.
 * @tag Workflow tools
 */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/mcp/workflow-servers/:serverId/tools')
export class WorkflowToolsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * Lists the tools of an MCP server by name, those of workflows that are not deployed included.
   * @returns The tools.
   */
  @Get()
  async list(@CurrentCaller() caller: Caller, @Param('serverId') serverId: string): Promise<Success<WorkflowTools>> {
    const { tools } = await this.queries.execute(new GetMcpServer(caller, serverId));
    return success({ tools: tools.map(workflowToolResponse) });
  }

  /**
   * Offers a workflow as a tool of an MCP server.
   * @returns The new tool.
   * @error 409 CONFLICT when the workflow is a tool of the server
   * @error 409 DUPLICATE_NAME when the server has a tool of that name
   */
  @Post()
  @HttpCode(200)
  async add(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param('serverId') serverId: string,
    @Body() { workflowId, toolName: name, toolDescription: description, parameterDescriptionOverrides }: AddWorkflowToolRequest,
  ): Promise<Success<ChangedTool>> {
    const tool = { workflowId, name: name ?? undefined, description, parameterDescriptions: parameterDescriptionOverrides };
    return success({ tool: workflowToolResponse(await this.commands.execute(new AddMcpTool(caller, meta, serverId, tool))) });
  }

  /**
   * Changes the name or the descriptions of a tool.
   * @returns The changed tool.
   * @error 409 DUPLICATE_NAME when the server has another tool of that name
   */
  @Patch(':toolId')
  async change(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { serverId = '', toolId = '' }: Readonly<Record<string, string>>,
    @Body() { toolName: name, toolDescription: description, parameterDescriptionOverrides }: ChangeWorkflowToolRequest,
  ): Promise<Success<ChangedTool>> {
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      ...(parameterDescriptionOverrides === undefined ? {} : { parameterDescriptions: parameterDescriptionOverrides }),
    };
    const view = await this.commands.execute(new ChangeMcpTool(caller, meta, { serverId, toolId }, changes));
    return success({ tool: workflowToolResponse(view) });
  }

  /**
   * Takes a tool off an MCP server. The workflow stays as it is.
   * @returns The tool was removed.
   */
  @Delete(':toolId')
  async remove(
    @CurrentCaller() caller: Caller,
    @RequestMeta() meta: EventMeta,
    @Param() { serverId = '', toolId = '' }: Readonly<Record<string, string>>,
  ): Promise<Success<Gone>> {
    await this.commands.execute(new RemoveMcpTool(caller, meta, { serverId, toolId }));
    return success({ message: 'MCP tool removed' });
  }
}
