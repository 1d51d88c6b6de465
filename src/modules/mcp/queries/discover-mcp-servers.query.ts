import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireInScope, type Caller } from '#kernel/caller.js';
import { McpServers, type DiscoveredServer } from '../store/mcp-servers.js';

/** The MCP servers of every workspace that the caller reaches, the oldest first. */
export class DiscoverMcpServers extends Query<readonly DiscoveredServer[]> {
  constructor(readonly caller: Caller) {
    super();
  }
}

@QueryHandler(DiscoverMcpServers)
export class DiscoverMcpServersHandler implements IQueryHandler<DiscoverMcpServers> {
  constructor(private readonly servers: McpServers) {}

  async execute({ caller }: DiscoverMcpServers): Promise<readonly DiscoveredServer[]> {
    requireInScope(caller);
    const reached = [...caller.workspaces.keys()].filter((id) => caller.permissionIn(id) !== undefined);
    return this.servers.discovered(reached);
  }
}
