import { audited, settingsOf, type AuditLine } from '#kernel/audit-line.js';
import { defineEvent, type EventOf } from '#kernel/event.js';
import { defineStream } from '#kernel/stream.js';

/** What can be changed about a server. */
export type McpServerSettings = {
  name: string;
  description: string | null;
  /** Whether it takes calls without a key. They act as the user who created it. */
  isPublic: boolean;
};

/** What can be changed about a tool. */
export type McpToolSettings = {
  name: string;
  /** Null: the description of the workflow. */
  description: string | null;
  /** Descriptions of parameters in place of those of the workflow, by the names of the parameters. */
  parameterDescriptions: Record<string, string>;
};

export const McpServerCreated = defineEvent('mcp-server.created')<
  McpServerSettings & { workspaceId: string; createdBy: string; at: string }
>();
/** The changed settings. */
export const McpServerChanged = defineEvent('mcp-server.changed')<Partial<McpServerSettings> & { at: string }>();
/** The server and its tools are gone. */
export const McpServerDeleted = defineEvent('mcp-server.deleted')<{ toolIds: readonly string[]; at: string }>();
export const McpToolAdded = defineEvent('mcp-tool.added')<McpToolSettings & { toolId: string; workflowId: string; at: string }>();
/** The changed settings. */
export const McpToolChanged = defineEvent('mcp-tool.changed')<Partial<McpToolSettings> & { toolId: string; at: string }>();
export const McpToolRemoved = defineEvent('mcp-tool.removed')<{ toolId: string; at: string }>();

export const mcpServerEvents = [
  McpServerCreated,
  McpServerChanged,
  McpServerDeleted,
  McpToolAdded,
  McpToolChanged,
  McpToolRemoved,
] as const;
export type McpServerEvent = EventOf<typeof mcpServerEvents>;
export const mcpServerStream = defineStream('mcp-server', 'ledger', mcpServerEvents);

const changed = 'mcp_tool.changed';

export const mcpServerAudit: readonly AuditLine[] = [
  audited(McpServerCreated, 'mcp_server.created', 'mcp_server', ({ workspaceId: _, createdBy: __, at: ___, ...settings }) => ({
    name: settings.name,
    settings: settingsOf(settings),
  })),
  audited(McpServerChanged, 'mcp_server.updated', 'mcp_server', ({ at: _, ...settings }) => ({
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: settingsOf(settings),
  })),
  audited(McpServerDeleted, 'mcp_server.deleted', 'mcp_server'),
  audited(McpToolAdded, changed, 'mcp_tool', ({ toolId: resourceId, at: _, workflowId, ...settings }, { streamId: serverId }) => ({
    resourceId,
    name: settings.name,
    settings: settingsOf(settings),
    details: { change: 'added', serverId, workflowId },
  })),
  audited(McpToolChanged, changed, 'mcp_tool', ({ toolId: resourceId, at: _, ...settings }, { streamId: serverId }) => ({
    resourceId,
    ...(settings.name === undefined ? {} : { name: settings.name }),
    settings: settingsOf(settings),
    details: { change: 'changed', serverId },
  })),
  audited(McpToolRemoved, changed, 'mcp_tool', ({ toolId: resourceId }, { streamId: serverId }) => ({
    resourceId,
    details: { change: 'removed', serverId },
  })),
];
