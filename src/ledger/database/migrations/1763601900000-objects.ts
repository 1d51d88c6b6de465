import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where stored bytes lie, and who holds them. */
export class Objects1763601900000 implements MigrationInterface {
  name = 'Objects1763601900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table stored_object (
        location uuid primary key,
        -- The SHA-256 of the bytes. Null while they are being written, and once they are to be removed.
        key text collate "C",
        bytes bigint,
        -- The process that writes them.
        owner integer,
        touched_at timestamptz not null,
        constraint stored_object_key unique (key)
      );
      create index stored_object_unsettled on stored_object (location) where key is null;

      create table object_hold (
        id uuid primary key,
        object_key text collate "C" not null,
        workspace_id uuid not null,
        account_id uuid not null,
        bytes bigint not null
      );
      create index object_hold_key on object_hold (object_key);
      create index object_hold_account on object_hold (account_id) include (bytes);
      create index object_hold_workspace on object_hold (workspace_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
