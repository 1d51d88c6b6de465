import { Injectable } from '@nestjs/common';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { LRUCache } from 'lru-cache';
import { Timers } from '#kernel/timers.js';
import type { Json, JsonObject } from '#kernel/json.js';
import type { DeployedVersion, McpCall, McpServers, McpTool, WantedTool } from '#blocks/ports/mcp.js';
import type { RunIdentity } from '#blocks/ports/run-identity.js';
import { McpClient } from '../connection/mcp-client.js';
import { McpFailure } from '../connection/mcp-failure.js';
import type { PinnedTool } from '../domain/mcp-pins.events.js';
import { McpConnectionRows, type McpConnectionRow } from '../queries/mcp-connection-rows.js';
import { ConnectedServers } from './connected-servers.js';
import { isIdempotent } from './idempotence.js';
import { McpCallMetrics } from './mcp-call-metrics.js';
import { digestOf } from './tool-digest.js';
import { ToolLists } from './tool-lists.js';

const mostVersions = 5_000;
const [firstBackoffMs, mostBackoffMs] = [500, 10_000];

/** The MCP servers of runs. */
@Injectable()
export class RunMcp {
  /** Versions never change. */
  readonly #pins = new LRUCache<string, readonly PinnedTool[]>({ max: mostVersions });

  constructor(
    private readonly servers: ConnectedServers,
    private readonly lists: ToolLists,
    private readonly client: McpClient,
    private readonly rows: McpConnectionRows,
    private readonly timers: Timers,
    private readonly metrics: McpCallMetrics,
  ) {}

  of(run: RunIdentity): McpServers {
    return { tool: (wanted) => this.#tool(wanted, run), call: (call) => this.#call(call, run) };
  }

  async #tool(wanted: WantedTool, { workspaceId }: RunIdentity): Promise<McpTool> {
    const row = await this.servers.server(workspaceId, wanted);
    const tool = await this.servers.tool(row, wanted.tool);
    const digest = digestOf(tool);
    await this.#requirePinned(row, { name: tool.name, digest }, wanted.usedBy);
    const { id, name } = row;
    return {
      server: { id, name },
      name: tool.name,
      description: tool.description ?? '',
      // Plain JSON, as documents hold it: it is compared with the schema that an editor stored.
      parameters: JSON.parse(JSON.stringify(tool.inputSchema)) as JsonObject,
      digest,
      isIdempotent: isIdempotent(tool),
    };
  }

  async #call(
    call: McpCall,
    { workspaceId, callChain, workflowId }: RunIdentity,
  ): Promise<{ readonly content: Json; readonly isError: boolean }> {
    const row = await this.servers.server(workspaceId, { server: call.server });
    const tool = await this.servers.tool(row, call.tool);
    if (digestOf(tool) !== call.digest) throw changed(row, tool.name, 'since this run was shown it');
    const endpoint = await this.lists.endpointOf(row);
    const request = { tool, arguments: call.arguments, key: call.key, via: [...callChain, workflowId], signal: call.signal };
    for (let tries = 1; ; tries += 1) {
      try {
        const result = await this.client.call(endpoint, request);
        this.metrics.count(result.isError === true ? 'tool-error' : 'answered');
        return { content: plain(result), isError: result.isError === true };
      } catch (error) {
        this.metrics.count(error instanceof McpFailure ? error.failure : 'aborted');
        const mayRetry = error instanceof McpFailure && error.isPassing && isIdempotent(tool) && tries <= row.retries;
        if (!mayRetry) throw error;
        await this.timers.wait(Math.min(mostBackoffMs, firstBackoffMs * 2 ** (tries - 1)), call.signal);
      }
    }
  }

  async #requirePinned(
    row: McpConnectionRow,
    tool: { readonly name: string; readonly digest: string },
    usedBy: DeployedVersion,
  ): Promise<void> {
    if (!row.pinsTools) return;
    const pins = await this.#pinsOf(usedBy);
    const pin = pins.find(({ connectionId, tool: name }) => connectionId === row.id && name === tool.name);
    if (pin !== undefined && pin.digest !== tool.digest) throw changed(row, tool.name, `since version ${usedBy.version} was deployed`);
  }

  async #pinsOf({ workflowId, version }: DeployedVersion): Promise<readonly PinnedTool[]> {
    const key = `${workflowId} ${version}`;
    const pins = this.#pins.get(key) ?? (await this.rows.pinsOf(workflowId, version));
    this.#pins.set(key, pins);
    return pins;
  }
}

function changed({ name }: McpConnectionRow, tool: string, since: string): McpFailure {
  return new McpFailure(
    'changed',
    `The MCP server ${name} describes its tool ${tool} in another way ${since}: check the tool and deploy the workflow again, or set pinTools of the server to false`,
  );
}

function plain({ _meta: _, ...result }: CallToolResult): Json {
  return result as Json;
}
