import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of MCP servers elsewhere that are to be revoked, sealed. */
export class McpRevocations1763602502000 implements MigrationInterface {
  name = 'McpRevocations1763602502000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table mcp_revocation (id uuid primary key, sealed text not null, attempts integer not null)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
