import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever asks about a run that has not begun yet finds it by its job. */
export class JobsOfExecutions1763600700000 implements MigrationInterface {
  name = 'JobsOfExecutions1763600700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index job_execution on job (execution_id)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
