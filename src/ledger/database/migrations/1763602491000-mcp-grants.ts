import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Access tokens of MCP servers elsewhere, sealed, and how they are obtained. */
export class McpGrants1763602491000 implements MigrationInterface {
  name = 'McpGrants1763602491000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table mcp_connection add column oauth json, add column authorized_at timestamptz');
    await runner.query(`create table mcp_grant (
      connection_id uuid primary key,
      settings text not null,
      sealed text not null,
      renewing_until timestamptz,
      updated_at timestamptz not null
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
