import { Injectable } from '@nestjs/common';
import type { McpUse } from '#blocks/review/mcp-uses.js';
import { McpFailure } from '../connection/mcp-failure.js';
import type { PinnedTool } from '../domain/mcp-pins.events.js';
import { ConnectedServers, nameOfTool } from './connected-servers.js';
import { digestOf } from './tool-digest.js';

/** Finds the tools that documents name. */
@Injectable()
export class NamedTools {
  constructor(private readonly servers: ConnectedServers) {}

  /** Undefined for a use whose tool only a run knows; a refusal, or the failure of the server, if there is none. */
  async of(workspaceId: string, use: McpUse): Promise<PinnedTool | McpFailure | undefined> {
    try {
      const row = await this.servers.server(workspaceId, use);
      if (use.tool === undefined) return undefined;
      const name = nameOfTool(use.tool, row);
      try {
        const tool = await this.servers.tool(row, use.tool);
        return { connectionId: row.id, tool: tool.name, digest: digestOf(tool) };
      } catch (error) {
        const digest = row.tools !== null && Object.hasOwn(row.tools, name) ? row.tools[name] : undefined;
        if (!(error instanceof McpFailure) || error.failure === 'missing' || digest === undefined) throw error;
        return { connectionId: row.id, tool: name, digest };
      }
    } catch (error) {
      if (error instanceof McpFailure) return error;
      throw error;
    }
  }
}
