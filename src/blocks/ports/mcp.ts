import type { Json, JsonObject } from '#kernel/json.js';
import { Port } from './port.js';

/** A version of a workflow. Versions of drafts are negative. */
export interface DeployedVersion {
  readonly workflowId: string;
  readonly version: number;
}

/** How an author names a tool. */
export interface WantedTool {
  /** Id, name or address of the registration. */
  readonly server: string;
  /** The address of the server, in documents of servers that have other ids. */
  readonly url?: string;
  readonly tool: string;
  /** The version that uses it: the tool must be as it was when that version was deployed. */
  readonly usedBy: DeployedVersion;
}

/** A tool of an MCP server, as the server describes it now. */
export interface McpTool {
  readonly server: { readonly id: string; readonly name: string };
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
  /** Of name, description and parameters. */
  readonly digest: string;
  /** Whether the server says that a repeated call does nothing more. */
  readonly isIdempotent: boolean;
}

/** A call of a tool. */
export interface McpCall {
  /** Id of the registration. */
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** Of the description that the author or the model was shown: a tool that has changed since is not called. */
  readonly digest: string;
  /** The key of the effect: the same when the call is repeated. */
  readonly key: string;
  readonly signal: AbortSignal;
}

/** The MCP servers of the workspace of a run. Every method throws DomainError. */
export interface McpServers {
  tool(wanted: WantedTool): Promise<McpTool>;
  /** @returns the whole result; `isError` when the tool says that it failed */
  call(call: McpCall): Promise<{ readonly content: Json; readonly isError: boolean }>;
}

/** Tools of MCP servers. */
export const Mcp = new Port<McpServers, 'mcp'>('mcp', 'outside');
