import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the few runs of a workspace that are active or paused, and those that were cancelled, by their start. */
export class UnusualRuns1763602470000 implements MigrationInterface {
  name = 'UnusualRuns1763602470000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create index execution_log_unusual on execution_log (workspace_id, status, started_at, id)
       where status in ('running', 'paused', 'cancelled')`,
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
