import type { JsonObject } from '#kernel/json.js';
import type { AuthType, OauthGrant } from '../domain/mcp-connection.events.js';
import type { McpConnectionRow } from '../queries/mcp-connection-rows.js';

/** An MCP server that a workspace uses. */
export interface McpServerResponse {
  /** Id of the registration. */
  readonly id: string;
  /** Id of the workspace. */
  readonly workspaceId: string;
  /** Name of the server. */
  readonly name: string;
  /** What it is for; null: nothing. */
  readonly description: string | null;
  /** Address of the server. */
  readonly url: string;
  /** How messages travel. */
  readonly transport: 'streamable-http';
  /** How the server knows this one. */
  readonly authType: AuthType;
  /** Whether requests carry headers. Their values are never shown. */
  readonly hasHeaders: boolean;
  /** The names of the headers. */
  readonly headerNames: readonly string[];
  /** Id of this server at the authorization server; null without access tokens. */
  readonly oauthClientId: string | null;
  /** Whether a secret belongs to it. */
  readonly hasOauthClientSecret: boolean;
  /** How access tokens are obtained; null without them. */
  readonly oauthGrant: OauthGrant | null;
  /** The scopes that are asked for; null: those that the server names. */
  readonly oauthScope: string | null;
  /** When a person has signed in to the server; null: that has not happened with the present client and scope. */
  readonly authorizedAt: string | null;
  /** Longest time of a call, in ms. */
  readonly timeout: number;
  /** How often a call of an idempotent tool is repeated. */
  readonly retries: number;
  /** Whether blocks may use the server. */
  readonly enabled: boolean;
  /** Whether a tool is refused that has changed since the workflow was deployed. */
  readonly pinTools: boolean;
  /** The revision of the protocol, when the server was last refreshed; null before that. */
  readonly protocolVersion: string | null;
  /** How many tools it had then; null before that. */
  readonly toolCount: number | null;
  /** When its tools were last found to have changed; null before the first refresh. */
  readonly refreshedAt: string | null;
  /** When it was registered. */
  readonly createdAt: string;
  /** When the registration was last changed. */
  readonly updatedAt: string;
}

export function mcpServerResponse(row: McpConnectionRow): McpServerResponse {
  const { id, workspaceId, name, description, url, authType, headers, oauth, authorizedAt, timeoutMs, retries, isEnabled, pinsTools } = row;
  const { protocolVersion, tools, refreshedAt, createdAt, updatedAt } = row;
  const headerNames = Object.keys(headers);
  return {
    id,
    workspaceId,
    name,
    description,
    url,
    transport: 'streamable-http',
    authType,
    hasHeaders: headerNames.length > 0,
    headerNames,
    oauthClientId: oauth?.clientId ?? null,
    hasOauthClientSecret: typeof oauth?.clientSecret === 'string',
    oauthGrant: oauth?.grant ?? null,
    oauthScope: oauth?.scope ?? null,
    authorizedAt,
    timeout: timeoutMs,
    retries,
    enabled: isEnabled,
    pinTools: pinsTools,
    protocolVersion,
    toolCount: tools === null ? null : Object.keys(tools).length,
    refreshedAt,
    createdAt,
    updatedAt,
  };
}

/** A tool of an MCP server. */
export interface McpServerToolResponse {
  /** Name of the tool. */
  readonly name: string;
  /** What it does; null if the server does not say it. */
  readonly description: string | null;
  /** JSON Schema of its arguments. */
  readonly inputSchema: JsonObject;
  /** Whether the server says that a repeated call does nothing more. */
  readonly isIdempotent: boolean;
}

/** What the refresh of an MCP server has found. */
export interface RefreshedMcpServerResponse {
  /** The revision of the protocol. */
  readonly protocolVersion: string;
  /** How many tools the server has. */
  readonly toolCount: number;
  /** Names of tools that are new since the last refresh. */
  readonly added: readonly string[];
  /** Names of tools that the server describes in another way. */
  readonly changed: readonly string[];
  /** Names of tools that are gone. */
  readonly removed: readonly string[];
}

/** The outcome of a test. */
export interface TestedMcpServerResponse {
  /** Whether the server answered as an MCP server. */
  readonly ok: boolean;
  /** How long the test took, in ms. */
  readonly latencyMs: number;
  /** The revision of the protocol; absent after a failure. */
  readonly protocolVersion?: string;
  /** What the server calls itself; absent after a failure. */
  readonly serverName?: string;
  /** How many tools it has; absent after a failure. */
  readonly toolCount?: number;
  /** What was wrong; absent if nothing was. */
  readonly error?: string;
}
