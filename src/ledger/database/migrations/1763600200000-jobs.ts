import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Jobs1763600200000 implements MigrationInterface {
  name = 'Jobs1763600200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table job (
        id uuid primary key,
        workspace_id uuid not null,
        user_id uuid not null,
        subject_id uuid not null,
        execution_id uuid not null,
        status text not null,
        queued_at timestamptz not null,
        started_at timestamptz,
        completed_at timestamptz
      ) with (fillfactor = 80);
      create index job_recent on job (subject_id, completed_at desc) where status = 'completed';
      create index job_finished on job (completed_at) where completed_at is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
