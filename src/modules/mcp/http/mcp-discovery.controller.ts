import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Throttle } from '@nestjs/throttler';
import { CurrentCaller } from '#edge/request/caller.decorator.js';
import { Config } from '#host/config/config.js';
import type { Caller } from '#kernel/caller.js';
import { Access } from '#modules/identity/index.js';
import { DiscoverMcpServers } from '../queries/discover-mcp-servers.query.js';
import { addressOf, type DiscoverResponse } from './workflow-server.response.js';

/**
 * Which MCP servers a key reaches.
 * @tag Workflow servers
 */
@Access('api-key', 'session')
@Throttle({ api: {} })
@Controller('api/mcp/discover')
export class McpDiscoveryController {
  constructor(
    private readonly queries: QueryBus,
    private readonly config: Config,
  ) {}

  /**
   * Lists the MCP servers of every workspace that the key reaches, with their addresses.
   * @returns The servers.
   */
  @Get()
  async discover(@CurrentCaller() caller: Caller): Promise<DiscoverResponse> {
    const found = await this.queries.execute(new DiscoverMcpServers(caller));
    const servers = found.map(({ workspaceId, workspaceName, ...server }) => ({
      ...server,
      workspace: { id: workspaceId, name: workspaceName },
      url: addressOf(server.id, this.config.baseUrl),
    }));
    return { success: true, servers, authentication: { method: 'API Key', header: 'X-API-Key' } };
  }
}
