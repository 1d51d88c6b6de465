import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What outlives a workspace: whose it was, how long its runs are kept, and when it was deleted. Filled from the events at the next start. */
export class WorkspaceTerms1763602342000 implements MigrationInterface {
  name = 'WorkspaceTerms1763602342000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_terms (
        workspace_id uuid primary key,
        organization_id uuid,
        owner_id uuid not null,
        retention_days integer,
        deleted_at timestamptz
      );
      create index workspace_terms_deleted on workspace_terms (deleted_at) where deleted_at is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
