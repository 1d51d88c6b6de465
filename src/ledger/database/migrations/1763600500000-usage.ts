import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Usage1763600500000 implements MigrationInterface {
  name = 'Usage1763600500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table usage_entry (
        execution_id uuid primary key,
        account_id uuid not null,
        workspace_id uuid not null,
        workflow_id uuid not null,
        cost_usd double precision not null,
        at timestamptz not null
      );
      create index usage_entry_account on usage_entry (account_id, at) include (cost_usd);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
