import { withOwner } from '#ledger/rows/kept.js';
import { ReadModel } from '#ledger/rows/read-model.js';

export interface McpServerRow {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string | null;
  readonly isPublic: boolean;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const mcpServerModel = new ReadModel<McpServerRow, 'id'>({
  table: 'mcp_server',
  key: ['id'],
  kept: withOwner('one for each MCP server that a workspace offers; a chore deletes those of deleted workspaces'),
  columns: {
    id: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    isPublic: { type: 'boolean' },
    createdBy: { type: 'uuid' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});

export interface McpToolRow {
  readonly id: string;
  readonly serverId: string;
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly name: string;
  /** Null: the description of the workflow. */
  readonly description: string | null;
  /** In place of those of the workflow, by the names of the parameters. */
  readonly parameterDescriptions: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const mcpToolModel = new ReadModel<McpToolRow, 'id'>({
  table: 'mcp_tool',
  key: ['id'],
  kept: withOwner('one for each tool of an MCP server, deleted with the server'),
  columns: {
    id: { type: 'uuid' },
    serverId: { type: 'uuid' },
    workspaceId: { type: 'uuid' },
    workflowId: { type: 'uuid' },
    name: { type: 'text' },
    description: { type: 'text', nullable: true },
    parameterDescriptions: { type: 'json' },
    createdAt: { type: 'timestamptz' },
    updatedAt: { type: 'timestamptz' },
  },
});
