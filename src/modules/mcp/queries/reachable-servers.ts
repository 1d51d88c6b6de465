import { Injectable } from '@nestjs/common';
import { requireReach, type Caller, type Permission } from '#kernel/caller.js';
import { notFound } from '#kernel/errors.js';
import { McpServers, type McpServerRow } from '../store/mcp-servers.js';

/** Finds MCP servers for callers. */
@Injectable()
export class ReachableServers {
  constructor(private readonly servers: McpServers) {}

  /** @throws DomainError not-found for a stranger, forbidden for a member with too little permission */
  async get(caller: Caller, id: string, needed: Permission): Promise<McpServerRow> {
    const row = await this.servers.find(id);
    if (row === undefined) throw notFound('MCP server');
    requireReach(caller, row.workspaceId, needed, 'MCP server');
    return row;
  }
}
