import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import { Ids } from '#kernel/ids.js';
import type { McpServerSettings } from '../domain/mcp-server.events.js';
import { ServerViews, type ServerView } from '../queries/server-views.js';
import { OwnMcpServers } from './own-mcp-servers.js';

/** Creates an MCP server with workflows as its tools. */
export class CreateMcpServer extends Command<ServerView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly details: McpServerSettings & { readonly workspaceId: string; readonly workflowIds: readonly string[] },
  ) {
    super();
  }
}

@CommandHandler(CreateMcpServer)
export class CreateMcpServerHandler implements ICommandHandler<CreateMcpServer> {
  constructor(
    private readonly own: OwnMcpServers,
    private readonly views: ServerViews,
    private readonly ids: Ids,
  ) {}

  async execute({ caller, meta, details: { workspaceId, workflowIds, ...settings } }: CreateMcpServer): Promise<ServerView> {
    requireWorkspace(caller, workspaceId, 'write');
    const room = { servers: 1, tools: workflowIds.length };
    // A request that is refused anyway does not delay others.
    await this.own.requireRoom(workspaceId, room);
    const server = { id: this.ids.next(), workspaceId };
    const unnamed = { name: undefined, description: undefined, parameterDescriptions: undefined };
    const tools = await Promise.all(
      workflowIds.map((workflowId, index) => this.own.adding(caller, server, { workflowId, ...unnamed }, ['workflowIds', index])),
    );
    await this.own.decideWithRoom(server, meta, room, { type: 'create', workspaceId, createdBy: caller.userId, settings }, ...tools);
    return this.views.get(server.id);
  }
}
