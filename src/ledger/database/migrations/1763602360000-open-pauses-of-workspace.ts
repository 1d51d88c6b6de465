import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the open questions of a workspace, the latest first. */
export class OpenPausesOfWorkspace1763602360000 implements MigrationInterface {
  name = 'OpenPausesOfWorkspace1763602360000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index paused_execution_open_in_workspace on paused_execution (workspace_id, paused_at desc, id desc)
       where status in ('paused', 'partially_resumed')`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
