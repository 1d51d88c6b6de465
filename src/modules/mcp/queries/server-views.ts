import { Injectable } from '@nestjs/common';
import { notFound } from '#kernel/errors.js';
import type { JsonObject } from '#kernel/json.js';
import { McpServers, type McpServerRow, type ToolRow } from '../store/mcp-servers.js';
import { ToolSchemas } from './tool-schemas.js';

export interface ToolView extends ToolRow {
  /** What the tool takes, as a JSON Schema; null while no version of the workflow is active. */
  readonly schema: JsonObject | null;
}

export interface ServerView extends McpServerRow {
  readonly tools: readonly ToolRow[];
}

/** MCP servers and tools as members of the workspace see them. */
@Injectable()
export class ServerViews {
  constructor(
    private readonly servers: McpServers,
    private readonly schemas: ToolSchemas,
  ) {}

  async get(id: string): Promise<ServerView> {
    const row = await this.servers.find(id);
    if (row === undefined) throw notFound('MCP server');
    return { ...row, tools: await this.servers.toolsOf([id]) };
  }

  async of(servers: readonly McpServerRow[]): Promise<readonly ServerView[]> {
    const tools = Map.groupBy(await this.servers.toolsOf(servers.map(({ id }) => id)), ({ serverId }) => serverId);
    return servers.map((row) => ({ ...row, tools: tools.get(row.id) ?? [] }));
  }

  toolsOf({ tools }: ServerView): Promise<readonly ToolView[]> {
    return Promise.all(tools.map((tool) => this.#view(tool)));
  }

  /** @throws DomainError not-found */
  async toolOf(serverId: string, isIt: (tool: ToolRow) => boolean): Promise<ToolView> {
    const tool = (await this.servers.toolsOf([serverId])).find(isIt);
    if (tool === undefined) throw notFound('MCP tool');
    return this.#view(tool);
  }

  async #view(tool: ToolRow): Promise<ToolView> {
    return { ...tool, schema: (await this.schemas.of(tool))?.schema ?? null };
  }
}
