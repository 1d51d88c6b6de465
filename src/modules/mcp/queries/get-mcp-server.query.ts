import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { ReachableServers } from './reachable-servers.js';
import { ServerViews, type ServerView, type ToolView } from './server-views.js';

/** An MCP server with its tools. */
export class GetMcpServer extends Query<{ readonly server: ServerView; readonly tools: readonly ToolView[] }> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetMcpServer)
export class GetMcpServerHandler implements IQueryHandler<GetMcpServer> {
  constructor(
    private readonly reachable: ReachableServers,
    private readonly views: ServerViews,
  ) {}

  async execute({ caller, id }: GetMcpServer): Promise<{ server: ServerView; tools: readonly ToolView[] }> {
    await this.reachable.get(caller, id, 'read');
    const server = await this.views.get(id);
    return { server, tools: await this.views.toolsOf(server) };
  }
}
