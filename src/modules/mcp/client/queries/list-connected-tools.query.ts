import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Caller } from '#kernel/caller.js';
import type { JsonObject } from '#kernel/json.js';
import { OwnMcpConnections } from './own-mcp-connections.js';
import { isIdempotent } from '../tools/idempotence.js';
import { ToolLists } from '../tools/tool-lists.js';

export interface ConnectedTool {
  readonly name: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
  readonly isIdempotent: boolean;
}

/** The tools of an MCP server, as they were known at most 5 minutes ago. */
export class ListConnectedTools extends Query<readonly ConnectedTool[]> {
  constructor(
    readonly caller: Caller,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(ListConnectedTools)
export class ListConnectedToolsHandler implements IQueryHandler<ListConnectedTools> {
  constructor(
    private readonly own: OwnMcpConnections,
    private readonly lists: ToolLists,
  ) {}

  async execute({ caller, id }: ListConnectedTools): Promise<readonly ConnectedTool[]> {
    const { tools } = await this.lists.of(await this.own.reach(caller, id, 'read'));
    return tools.map((tool) => ({
      name: tool.name,
      description: tool.description ?? null,
      inputSchema: tool.inputSchema as JsonObject,
      isIdempotent: isIdempotent(tool),
    }));
  }
}
