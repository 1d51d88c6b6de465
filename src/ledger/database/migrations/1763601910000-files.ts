import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files of workspaces. */
export class Files1763601910000 implements MigrationInterface {
  name = 'Files1763601910000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workspace_file (
        id uuid primary key,
        workspace_id uuid not null,
        name text collate "C" not null,
        size bigint not null,
        media_type text not null,
        object_key text not null,
        uploaded_by uuid,
        uploaded_at timestamptz not null,
        constraint workspace_file_name unique (workspace_id, name)
      );
      create index workspace_file_newest on workspace_file (workspace_id, uploaded_at desc, id desc);

      create table ended_file_workspace (
        workspace_id uuid primary key
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
