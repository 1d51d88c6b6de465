import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Requests to cancel or replay many runs, with their progress. */
export class BulkJobs1763602476000 implements MigrationInterface {
  name = 'BulkJobs1763602476000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table bulk_job (
      id uuid primary key,
      workspace_id uuid not null,
      status text not null,
      action jsonb not null,
      found integer not null,
      done integer not null,
      succeeded integer not null,
      refused integer not null,
      refusals jsonb not null,
      waits_for text,
      requested_at timestamptz not null,
      ended_at timestamptz,
      position integer not null
    )`);
    await runner.query(`create unique index bulk_job_running on bulk_job (workspace_id) where status = 'running'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
