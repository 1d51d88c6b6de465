import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { requireWorkspace, type Caller } from '#kernel/caller.js';
import { McpConnectionRows, type McpConnectionRow } from './mcp-connection-rows.js';

/** The MCP servers that a workspace uses, the oldest first. */
export class ListMcpConnections extends Query<readonly McpConnectionRow[]> {
  constructor(
    readonly caller: Caller,
    readonly workspaceId: string,
  ) {
    super();
  }
}

@QueryHandler(ListMcpConnections)
export class ListMcpConnectionsHandler implements IQueryHandler<ListMcpConnections> {
  constructor(private readonly rows: McpConnectionRows) {}

  async execute({ caller, workspaceId }: ListMcpConnections): Promise<readonly McpConnectionRow[]> {
    requireWorkspace(caller, workspaceId, 'read');
    return this.rows.of(workspaceId);
  }
}
