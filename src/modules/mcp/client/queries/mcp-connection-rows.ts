import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { select, selectOne } from '#ledger/rows/select.js';
import type { PinnedTool } from '../domain/mcp-pins.events.js';
import { mcpConnectionModel, mcpPinModel, type McpConnectionRow } from '../projections/mcp-connection.entity.js';

export type { McpConnectionRow };

/** Reads the MCP servers of workspaces. Checks no permissions. */
@Injectable()
export class McpConnectionRows {
  constructor(private readonly pool: Pool) {}

  /** The oldest first. */
  of(workspaceId: string): Promise<readonly McpConnectionRow[]> {
    return select(this.pool, mcpConnectionModel, { where: { workspaceId }, order: { createdAt: 'asc', id: 'asc' } });
  }

  find(id: string): Promise<McpConnectionRow | undefined> {
    return selectOne(this.pool, mcpConnectionModel, { id });
  }

  async count(workspaceId: string): Promise<number> {
    const { rows } = await this.pool.query<{ count: number }>({
      name: 'mcp_connections_of_workspace',
      text: 'select count(*)::int as count from mcp_connection where workspace_id = $1',
      values: [workspaceId],
    });
    return rows[0]?.count ?? 0;
  }

  /** The tools that a version relies on; none for a draft. */
  async pinsOf(workflowId: string, version: number): Promise<readonly PinnedTool[]> {
    return (await selectOne(this.pool, mcpPinModel, { workflowId, version }))?.tools ?? [];
  }

  /** Those of workspaces that are deleted. */
  async ofDeletedWorkspaces(limit: number): Promise<readonly Pick<McpConnectionRow, 'id' | 'workspaceId'>[]> {
    const { rows } = await this.pool.query<Pick<McpConnectionRow, 'id' | 'workspaceId'>>({
      name: 'mcp_connections_of_deleted_workspaces',
      text: `select c.id, c.workspace_id as "workspaceId" from mcp_connection c join workspace_terms w on w.workspace_id = c.workspace_id
             where w.deleted_at is not null limit $1`,
      values: [limit],
    });
    return rows;
  }
}
