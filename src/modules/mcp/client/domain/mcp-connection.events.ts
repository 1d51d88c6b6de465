import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

export const authTypes = ['none', 'headers', 'oauth'] as const;
export type AuthType = (typeof authTypes)[number];

export const oauthGrants = ['authorization_code', 'client_credentials'] as const;
export type OauthGrant = (typeof oauthGrants)[number];

/** How access tokens are obtained. It contains no secret. */
export type OauthSettings = {
  grant: OauthGrant;
  clientId: string;
  /** `{{NAME}}`; null: a public client. */
  clientSecret: string | null;
  /** Null: what the server asks for. */
  scope: string | null;
};

/** What can be changed about a connection to an MCP server. It contains no secret, only names of secrets. */
export type McpConnectionSettings = {
  name: string;
  description: string | null;
  authType: AuthType;
  /** Values with `{{NAME}}` in place of each secret. */
  headers: Record<string, string>;
  /** Null, and absent in registrations of before: no access tokens. */
  oauth?: OauthSettings | null;
  /** Longest time of a call, ms. */
  timeoutMs: number;
  /** How often a call of an idempotent tool is repeated. */
  retries: number;
  isEnabled: boolean;
  /** Whether a tool that has changed since a deployment is refused. */
  pinsTools: boolean;
};

/** Digests of tools, by their names. */
export type ToolDigests = Record<string, string>;

export const McpConnectionRegistered = defineEvent('mcp-connection.registered')<
  McpConnectionSettings & { workspaceId: string; url: string; at: string }
>();
/** The changed settings. */
export const McpConnectionChanged = defineEvent('mcp-connection.changed')<Partial<McpConnectionSettings> & { at: string }>();
/** The server describes its tools in another way than before. */
export const McpToolsRefreshed = defineEvent('mcp-connection.tools-refreshed')<{
  protocolVersion: string;
  tools: ToolDigests;
  at: string;
}>();
/** A person has let this server use the MCP server in their name, until the client or the scope changes. */
export const McpConnectionAuthorized = defineEvent('mcp-connection.authorized')<{ at: string }>();
/** Why tokens do not count here any more. */
export type RevocationReason = 'deleted' | 'changed';

/**
 * What became of the tokens at their authorization server. *partly*: it revoked the access token or the refresh token only. *unsupported*: it revokes no
 * tokens. *failed*: it did not answer, or refused.
 */
export type RevocationOutcome = 'revoked' | 'partly' | 'unsupported' | 'failed';

/** The authorization server was asked to end tokens that do not count here any more: of a deleted or changed registration. */
export const McpTokensRevoked = defineEvent('mcp-connection.tokens-revoked')<{
  reason: RevocationReason;
  outcome: RevocationOutcome;
  /** How often the authorization server was asked. Absent in events of earlier releases: once. */
  attempts?: number;
  at: string;
}>();
export const McpConnectionDeleted = defineEvent('mcp-connection.deleted')<{ at: string }>();

export const mcpConnectionEvents = [
  McpConnectionRegistered,
  McpConnectionChanged,
  McpToolsRefreshed,
  McpConnectionAuthorized,
  McpTokensRevoked,
  McpConnectionDeleted,
] as const;
export type McpConnectionEvent = EventOf<typeof mcpConnectionEvents>;
export const mcpConnectionStream = defineStream('mcp-connection', 'ledger', mcpConnectionEvents);

const resource = 'mcp_connection';

export const mcpConnectionAudit: readonly AuditLine[] = [
  audited(McpConnectionRegistered, 'mcp_connection.created', resource, ({ workspaceId: _, at: __, ...settings }) => ({
    name: settings.name,
    settings: shownSettings(settings),
  })),
  audited(McpConnectionChanged, 'mcp_connection.updated', resource, ({ at: _, ...settings }) => ({
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: shownSettings(settings),
  })),
  audited(McpToolsRefreshed, 'mcp_connection.tools_changed', resource, ({ protocolVersion, tools }) => ({
    details: { protocolVersion, tools: Object.keys(tools).length },
  })),
  audited(McpConnectionAuthorized, 'mcp_connection.authorized', resource),
  audited(McpTokensRevoked, 'mcp_connection.tokens_revoked', resource, ({ reason, outcome, attempts = 1 }) => ({
    details: { reason, outcome, attempts },
  })),
  audited(McpConnectionDeleted, 'mcp_connection.deleted', resource),
];

/** Values of headers are write-only. */
function shownSettings({
  headers,
  ...settings
}: Partial<McpConnectionSettings> & { readonly url?: string }): ReturnType<typeof settingsOf> {
  return settingsOf({ ...settings, ...(headers === undefined ? {} : { headerNames: Object.keys(headers) }) });
}
