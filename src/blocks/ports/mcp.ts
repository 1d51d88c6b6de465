import type { Json, JsonObject } from '#kernel/json.js';
import { Port } from './port.js';

/** A tool of an MCP server, as the server describes it now. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** A call of a tool. */
export interface McpCall {
  /** Id or name of the registration. */
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Of the description that the model was shown: a tool that has changed since is not called. */
  readonly digest: string;
  readonly signal: AbortSignal;
}

/** The MCP servers of the workspace of a run. Every method throws DomainError. */
export interface McpServers {
  list(server: string): Promise<readonly McpTool[]>;
  /** @returns what the tool answers; `isError` when the tool says that it failed */
  call(call: McpCall): Promise<{ readonly content: Json; readonly isError: boolean }>;
}

/** Tools of MCP servers. */
export const Mcp = new Port<McpServers, 'mcp'>('mcp', 'outside');
