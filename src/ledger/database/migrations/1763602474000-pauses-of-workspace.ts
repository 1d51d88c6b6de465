import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the answered questions of a workspace, the latest first. */
export class PausesOfWorkspace1763602474000 implements MigrationInterface {
  name = 'PausesOfWorkspace1763602474000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index paused_execution_of_workspace on paused_execution (workspace_id, paused_at desc, id desc)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
