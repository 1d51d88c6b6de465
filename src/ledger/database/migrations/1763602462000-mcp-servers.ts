import type { MigrationInterface, QueryRunner } from 'typeorm';

/** MCP servers of workspaces and their tools. */
export class McpServers1763602462000 implements MigrationInterface {
  name = 'McpServers1763602462000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table mcp_server (
      id uuid not null,
      workspace_id uuid not null,
      name text not null,
      description text,
      is_public boolean not null,
      created_by uuid not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (id)
    )`);
    await runner.query('create index mcp_server_of_workspace on mcp_server (workspace_id)');
    await runner.query(`create table mcp_tool (
      id uuid not null,
      server_id uuid not null,
      workspace_id uuid not null,
      workflow_id uuid not null,
      name text not null,
      description text,
      parameter_descriptions json not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (id)
    )`);
    await runner.query('create unique index mcp_tool_name on mcp_tool (server_id, name)');
    await runner.query('create index mcp_tool_of_workspace on mcp_tool (workspace_id)');
    await runner.query('create index mcp_tool_of_workflow on mcp_tool (workflow_id)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
