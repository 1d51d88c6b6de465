import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { isId } from '#kernel/ids.js';
import { select, selectOne } from '#ledger/rows/select.js';
import { mcpServerModel, type McpServerRow } from '../projections/mcp-server.entity.js';

export type { McpServerRow };

/** A tool with what its workflow says about it. */
export interface ToolRow {
  readonly id: string;
  readonly serverId: string;
  readonly workflowId: string;
  readonly name: string;
  /** Null: that of the workflow. */
  readonly description: string | null;
  /** In place of those of the workflow, by the names of the parameters. */
  readonly parameterDescriptions: Readonly<Record<string, string>>;
  readonly workflowName: string;
  readonly workflowDescription: string | null;
  /** Null while no version is active: the tool is not offered then. */
  readonly activeVersion: number | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A server as clients find it. */
export interface DiscoveredServer {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly workspaceId: string;
  readonly workspaceName: string;
  readonly toolCount: number;
  readonly createdAt: string;
}

const mostDiscovered = 1000;

const toolColumns = `t.id, t.server_id as "serverId", t.workflow_id as "workflowId", t.name, t.description,
  t.parameter_descriptions as "parameterDescriptions", w.name as "workflowName", w.description as "workflowDescription",
  w.active_version as "activeVersion", t.created_at as "createdAt", t.updated_at as "updatedAt"`;

/** Reads MCP servers and their tools. Checks no permissions. */
@Injectable()
export class McpServers {
  constructor(private readonly pool: Pool) {}

  async find(id: string): Promise<McpServerRow | undefined> {
    return isId(id) ? selectOne(this.pool, mcpServerModel, { id }) : undefined;
  }

  /** The oldest first. */
  of(workspaceId: string): Promise<readonly McpServerRow[]> {
    return select(this.pool, mcpServerModel, { where: { workspaceId }, order: { createdAt: 'asc', id: 'asc' } });
  }

  /** The tools of the servers by name, without those of deleted workflows. */
  async toolsOf(serverIds: readonly string[]): Promise<readonly ToolRow[]> {
    const { rows } = await this.pool.query<ToolRow & { createdAt: Date; updatedAt: Date }>({
      name: 'mcp_tools_of_servers',
      text: `select ${toolColumns} from mcp_tool t join workflow w on w.id = t.workflow_id and not w.deleted
             where t.server_id = any($1::uuid[]) order by t.name collate "C"`,
      values: [serverIds],
    });
    return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt), updatedAt: iso(row.updatedAt) }));
  }

  /** The servers of the workspaces, the oldest first. */
  async discovered(workspaceIds: readonly string[]): Promise<readonly DiscoveredServer[]> {
    const { rows } = await this.pool.query<DiscoveredServer & { createdAt: Date }>({
      name: 'discover_mcp_servers',
      text: `select s.id, s.name, s.description, s.workspace_id as "workspaceId", p.name as "workspaceName", s.created_at as "createdAt",
               (select count(*)::int from mcp_tool t join workflow w on w.id = t.workflow_id and not w.deleted and w.active_version is not null
                where t.server_id = s.id) as "toolCount"
             from mcp_server s join workspace p on p.id = s.workspace_id
             where s.workspace_id = any($1::uuid[]) order by s.created_at, s.id limit $2`,
      values: [workspaceIds, mostDiscovered],
    });
    return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt) }));
  }

  /** The deleted workflows that are tools of a server. */
  async deletedWorkflowsOf(serverId: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ id: string }>({
      name: 'mcp_tools_of_deleted_workflows',
      text: `select t.workflow_id as id from mcp_tool t left join workflow w on w.id = t.workflow_id
             where t.server_id = $1 and coalesce(w.deleted, true)`,
      values: [serverId],
    });
    return rows.map(({ id }) => id);
  }

  /** How many servers and tools a workspace has, without tools of deleted workflows. */
  async counts(workspaceId: string): Promise<{ servers: number; tools: number }> {
    const { rows } = await this.pool.query<{ servers: number; tools: number }>({
      name: 'count_mcp_servers',
      text: `select (select count(*)::int from mcp_server where workspace_id = $1) as servers,
               (select count(*)::int from mcp_tool t join workflow w on w.id = t.workflow_id and not w.deleted where t.workspace_id = $1) as tools`,
      values: [workspaceId],
    });
    return rows[0] ?? { servers: 0, tools: 0 };
  }

  /** Whether one of the workflows is a tool so many times already. */
  async someHasTools(workflowIds: readonly string[], most: number): Promise<boolean> {
    if (workflowIds.length === 0) return false;
    const { rows } = await this.pool.query({
      name: 'mcp_tools_of_workflows',
      text: 'select 1 from mcp_tool where workflow_id = any($1::uuid[]) group by workflow_id having count(*) >= $2 limit 1',
      values: [workflowIds, most],
    });
    return rows.length > 0;
  }

  async ofDeletedWorkspaces(limit: number): Promise<readonly Pick<McpServerRow, 'id' | 'workspaceId'>[]> {
    const { rows } = await this.pool.query<Pick<McpServerRow, 'id' | 'workspaceId'>>({
      name: 'mcp_servers_of_deleted_workspaces',
      text: `select s.id, s.workspace_id as "workspaceId" from mcp_server s join workspace_terms w on w.workspace_id = s.workspace_id
             where w.deleted_at is not null limit $1`,
      values: [limit],
    });
    return rows;
  }
}

function iso(moment: Date): string {
  return new Date(moment).toISOString();
}
