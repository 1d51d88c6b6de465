import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { EventMeta } from '#kernel/event.js';
import type { McpServerSettings } from '../domain/mcp-server.events.js';
import { ServerViews, type ServerView } from '../queries/server-views.js';
import { OwnMcpServers } from './own-mcp-servers.js';

/** Changes what is given. */
export class ChangeMcpServer extends Command<ServerView> {
  constructor(
    readonly caller: Caller,
    readonly meta: EventMeta,
    readonly id: string,
    readonly changes: Partial<McpServerSettings>,
  ) {
    super();
  }
}

@CommandHandler(ChangeMcpServer)
export class ChangeMcpServerHandler implements ICommandHandler<ChangeMcpServer> {
  constructor(
    private readonly own: OwnMcpServers,
    private readonly views: ServerViews,
  ) {}

  async execute({ caller, meta, id, changes }: ChangeMcpServer): Promise<ServerView> {
    const server = await this.own.reach(caller, id, 'write');
    await this.own.decide(server, meta, { type: 'change', changes });
    return this.views.get(id);
  }
}
