import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import { OwnMcpConnections } from './own-mcp-connections.js';
import type { McpConnectionRow } from './mcp-connection-rows.js';

export class GetMcpConnection extends Query<McpConnectionRow> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetMcpConnection)
export class GetMcpConnectionHandler implements IQueryHandler<GetMcpConnection> {
  constructor(private readonly own: OwnMcpConnections) {}

  execute({ caller, id }: GetMcpConnection): Promise<McpConnectionRow> {
    return this.own.reach(caller, id, 'read');
  }
}
