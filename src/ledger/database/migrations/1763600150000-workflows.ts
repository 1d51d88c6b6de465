import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Workflows with their drafts and deployed versions, and the folders that they lie in. */
export class Workflows1763600150000 implements MigrationInterface {
  name = 'Workflows1763600150000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table workflow (
        id uuid primary key,
        position integer not null,
        workspace_id uuid not null,
        name text not null,
        description text,
        folder_id uuid,
        draft_revision integer not null,
        latest_version integer not null,
        active_version integer,
        deployed_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted boolean not null
      );
      create index workflow_list on workflow (workspace_id, created_at, id) where not deleted;
      create index workflow_folder on workflow (folder_id) where folder_id is not null;

      create table workflow_draft (
        workflow_id uuid primary key,
        document json not null
      );

      create table workflow_version (
        workflow_id uuid not null,
        version integer not null,
        document json not null,
        name text,
        description text,
        deployed_by uuid not null,
        deployed_at timestamptz not null,
        primary key (workflow_id, version)
      );

      create table folder (
        id uuid primary key,
        position integer not null,
        workspace_id uuid not null,
        name text not null,
        parent_id uuid,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index folder_list on folder (workspace_id, created_at, id);
      create index folder_parent on folder (parent_id) where parent_id is not null;

      create table folder_tree (
        workspace_id uuid not null,
        revision integer not null,
        constraint folder_tree_revision primary key (workspace_id, revision)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
