import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { McpServers } from '../store/mcp-servers.js';
import { ServerViews, type ServerView } from './server-views.js';

/** The MCP servers of a workspace, the oldest first. */
export class ListMcpServers extends Query<readonly ServerView[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(ListMcpServers)
export class ListMcpServersHandler implements IQueryHandler<ListMcpServers> {
  constructor(
    private readonly servers: McpServers,
    private readonly views: ServerViews,
  ) {}

  async execute({ caller, workspaceId }: ListMcpServers): Promise<readonly ServerView[]> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.views.of(await this.servers.of(workspaceId));
  }
}
