import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Drafts are changed in parts: a stored draft names its event, so that later edits are applied to it. */
export class DraftRevisions1763602480000 implements MigrationInterface {
  name = 'DraftRevisions1763602480000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workflow_draft add column revision integer');
    await runner.query('update workflow_draft set revision = w.draft_revision from workflow w where w.id = workflow_id');
    await runner.query('alter table workflow_draft alter column revision set not null');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
