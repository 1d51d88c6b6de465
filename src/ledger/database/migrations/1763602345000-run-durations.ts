import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long the latest runs of each workflow took, from which the duration of the next one is estimated. */
export class RunDurations1763602345000 implements MigrationInterface {
  name = 'RunDurations1763602345000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table run_duration (
        workflow_id uuid primary key,
        recent_ms double precision[] not null,
        updated_at timestamptz not null
      );
      drop index job_recent;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
