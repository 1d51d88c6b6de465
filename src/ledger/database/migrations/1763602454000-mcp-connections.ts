import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The MCP servers that workspaces use, and the tools that deployed versions rely on. */
export class McpConnections1763602454000 implements MigrationInterface {
  name = 'McpConnections1763602454000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table mcp_connection (
      id uuid not null,
      workspace_id uuid not null,
      name text not null,
      description text,
      url text not null,
      auth_type text not null,
      headers json not null,
      timeout_ms integer not null,
      retries integer not null,
      is_enabled boolean not null,
      pins_tools boolean not null,
      protocol_version text,
      tools json,
      refreshed_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (id)
    )`);
    await runner.query('create unique index mcp_connection_name on mcp_connection (workspace_id, lower(name))');
    await runner.query(`create table mcp_pin (
      workflow_id uuid not null,
      version integer not null,
      tools json not null,
      primary key (workflow_id, version)
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
