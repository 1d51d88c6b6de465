import { Injectable } from '@nestjs/common';
import type { Tool } from '@modelcontextprotocol/client';
import { Timers } from '#kernel/timers.js';
import type { McpUse } from '#blocks/review/mcp-uses.js';
import { McpFailure } from '../connection/mcp-failure.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';
import type { PinnedTool } from '../domain/mcp-pins.events.js';
import { ConnectedServers, nameOfTool } from './connected-servers.js';
import { digestOf } from './tool-digest.js';

/** Longest wait for a list of tools. Each edit of a draft waits for those of the servers that it names. */
const patienceMs = 5_000;

/** Finds the tools that documents name. */
@Injectable()
export class NamedTools {
  constructor(
    private readonly servers: ConnectedServers,
    private readonly timers: Timers,
  ) {}

  /** Undefined for a use whose tool only a run knows; a refusal, or the failure of the server, if there is none. */
  async of(workspaceId: string, use: McpUse): Promise<PinnedTool | McpFailure | undefined> {
    try {
      const row = await this.servers.server(workspaceId, use);
      if (use.tool === undefined) return undefined;
      const name = nameOfTool(use.tool, row);
      try {
        const tool = await this.#inTime(row, use.tool);
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

  /** A server that takes longer is asked on, so that a later call finds its list. @throws McpFailure */
  #inTime(row: McpConnectionRow, written: string): Promise<Tool> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const message = `The MCP server ${row.name} has not listed its tools within ${patienceMs / 1000} s. It is still being asked: try again later`;
    const callOff = this.timers.after(patienceMs, () => reject(new McpFailure('timeout', message, true)));
    return Promise.race([this.servers.tool(row, written), late]).finally(callOff);
  }
}
