import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { ServerViews, type ToolView } from '../queries/server-views.js';
import { OwnMcpServers, type ToolRequest } from './own-mcp-servers.js';

/** Offers a workflow as a tool. */
export class AddMcpTool extends Command<ToolView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly serverId: string,
    readonly tool: ToolRequest,
  ) {
    super();
  }
}

@CommandHandler(AddMcpTool)
export class AddMcpToolHandler implements ICommandHandler<AddMcpTool> {
  constructor(
    private readonly own: OwnMcpServers,
    private readonly views: ServerViews,
  ) {}

  async execute({ caller, meta, serverId, tool }: AddMcpTool): Promise<ToolView> {
    const server = await this.own.reach(caller, serverId, 'write');
    const room = { servers: 0, tools: 1 };
    await this.own.requireRoom(server.workspaceId, room);
    await this.own.decideWithRoom(server, meta, room, await this.own.adding(caller, server, tool));
    return this.views.toolOf(serverId, ({ workflowId }) => workflowId === tool.workflowId);
  }
}
