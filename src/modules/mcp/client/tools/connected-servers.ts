import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Tool } from '@modelcontextprotocol/client';
import { FreshCache } from '#host/caches/fresh-cache.js';
import { Changes } from '#ledger/projections/changes.js';
import { quoted } from '#document/quoted.js';
import type { WantedTool } from '#blocks/ports/mcp.js';
import { McpFailure } from '../connection/mcp-failure.js';
import { mcpConnectionEvents } from '../domain/mcp-connection.events.js';
import { McpConnectionRows, type McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { ToolLists } from './tool-lists.js';

const mostWorkspaces = 5_000;
const decisive: ReadonlySet<string> = new Set(mcpConnectionEvents.map(({ type }) => type));
/** Ids that other servers compute from a workspace and an address. Their ids of tools begin with them. */
const foreignId = /^mcp-[\da-f]{8}-/;

/** The registrations of workspaces, and the tools behind the names that authors write. Changes by another process are visible after at most 750 ms. */
@Injectable()
export class ConnectedServers implements OnModuleDestroy {
  readonly #kept = new FreshCache<readonly McpConnectionRow[]>({ maxEntries: mostWorkspaces });
  readonly #stopListening: () => void;

  constructor(
    private readonly rows: McpConnectionRows,
    private readonly lists: ToolLists,
    changes: Changes,
  ) {
    this.#stopListening = changes.on(decisive, ({ workspaceId }) => this.#kept.forget(String(workspaceId)));
  }

  onModuleDestroy(): void {
    this.#stopListening();
  }

  /** By id, name or address. The oldest one, if several have the address. @throws McpFailure */
  async server(workspaceId: string, { server, url = '' }: Pick<WantedTool, 'server' | 'url'>): Promise<McpConnectionRow> {
    const rows = await this.#kept.get(workspaceId, () => this.rows.of(workspaceId));
    const addresses = [server, url].map((each) => URL.parse(each)?.href).filter((each) => each !== undefined);
    const found =
      rows.find(({ id }) => id === server) ??
      rows.find(({ name }) => name.toLowerCase() === server.toLowerCase()) ??
      rows.find((row) => addresses.includes(row.url));
    if (found === undefined) {
      const name = quoted(url === '' ? server : `${server} (${url})`);
      throw new McpFailure('missing', `The workspace has no MCP server ${name}: register it with POST /api/v1/mcp-servers`);
    }
    if (!found.isEnabled) throw new McpFailure('missing', `The MCP server ${found.name} is switched off: set enabled to true`);
    return found;
  }

  /** @throws McpFailure */
  async tool(row: McpConnectionRow, written: string): Promise<Tool> {
    const { tools } = await this.lists.of(row);
    const own = nameOfTool(written, row);
    const found = tools.find(({ name }) => name === own);
    if (found !== undefined) return found;
    throw new McpFailure('missing', `The MCP server ${row.name} offers no tool ${quoted(own)}`);
  }
}

/** The name that the server knows: editors store it behind the id of the server. */
export function nameOfTool(written: string, { id }: Pick<McpConnectionRow, 'id'>): string {
  return written.startsWith(`${id}-`) ? written.slice(id.length + 1) : written.replace(foreignId, '');
}
