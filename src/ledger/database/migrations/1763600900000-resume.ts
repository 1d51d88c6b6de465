import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs that have asked somebody, for the lists of them. */
export class Resume1763600900000 implements MigrationInterface {
  name = 'Resume1763600900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table paused_execution (
        id uuid primary key,
        execution_id uuid not null,
        workflow_id uuid not null,
        workspace_id uuid not null,
        status text not null,
        pause_count int not null,
        resumed_count int not null,
        paused_at timestamptz not null,
        updated_at timestamptz not null,
        expires_at timestamptz
      );
      create index paused_execution_of_workflow on paused_execution (workflow_id, status, paused_at desc, id desc);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table paused_execution');
  }
}
