import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every page of logs is a walk along one of the keyset indexes; each ends in (started_at, id), the order of the pages. */
export class Logs1763600400000 implements MigrationInterface {
  name = 'Logs1763600400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table execution_log (
        id uuid primary key,
        workspace_id uuid not null,
        workflow_id uuid not null,
        deployment_version int not null,
        level text not null,
        trigger text not null,
        status text not null,
        started_at timestamptz not null,
        ended_at timestamptz,
        duration_ms bigint,
        cost numeric not null,
        models text[] not null,
        user_id uuid not null,
        caller_execution_id text,
        error text
      ) with (fillfactor = 85);
      create index execution_log_page on execution_log (workspace_id, started_at desc, id desc);
      create index execution_log_workflow_page on execution_log (workspace_id, workflow_id, started_at desc, id desc);
      create index execution_log_error_page on execution_log (workspace_id, started_at desc, id desc) where level = 'error';
      create index execution_log_caller_execution on execution_log (workspace_id, caller_execution_id) where caller_execution_id is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
