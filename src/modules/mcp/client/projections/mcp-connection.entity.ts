import { settings, withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';
import type { AuthType, OauthSettings, ToolDigests } from '../domain/mcp-connection.events.js';
import type { PinnedTool } from '../domain/mcp-pins.events.js';

export interface McpConnectionRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly url: string;
  readonly authType: AuthType;
  readonly headers: Readonly<Record<string, string>>;
  /** Null: no access tokens. */
  readonly oauth: OauthSettings | null;
  /** When a person has let this server in; null: not with the present client and scope. */
  readonly authorizedAt: string | null;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly isEnabled: boolean;
  readonly pinsTools: boolean;
  /** Null until the server was asked for the first time. */
  readonly protocolVersion: string | null;
  readonly tools: Readonly<ToolDigests> | null;
  readonly refreshedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const mcpConnectionModel = new ReadModel<McpConnectionRow, 'id'>({
  table: 'mcp_connection',
  key: ['id'],
  kept: withOwner('one for each MCP server that a workspace uses; a chore deletes those of deleted workspaces'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    url: { type: 'text' },
    authType: { type: 'text' },
    headers: { type: 'json' },
    oauth: { type: 'json', nullable: true },
    authorizedAt: { type: 'timestamptz', nullable: true },
    timeoutMs: { type: 'integer' },
    retries: { type: 'integer' },
    isEnabled: { type: 'boolean' },
    pinsTools: { type: 'boolean' },
    protocolVersion: { type: 'text', nullable: true },
    tools: { type: 'json', nullable: true },
    refreshedAt: { type: 'timestamptz', nullable: true },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});

/** The tools of MCP servers that a version of a workflow uses, as they were when it was deployed. */
export interface McpPinRow {
  readonly workflowId: string;
  readonly version: number;
  readonly tools: readonly PinnedTool[];
}

export const mcpPinModel = new ReadModel<McpPinRow, 'workflowId' | 'version'>({
  table: 'mcp_pin',
  key: ['workflowId', 'version'],
  kept: settings('a version can be activated again'),
  columns: {
    workflowId: { type: 'uuid' },
    version: { type: 'integer' },
    tools: { type: 'json' },
  },
});
