import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of workspaces: their schemas, rows, keys, and what happened to the rows. */
export class Tables1763601800000 implements MigrationInterface {
  name = 'Tables1763601800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table data_table (
        id uuid primary key,
        position integer not null,
        workspace_id uuid not null,
        name text not null,
        description text,
        columns json not null,
        archived boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create unique index data_table_name on data_table (workspace_id, name) where not archived;
      create index data_table_list on data_table (workspace_id, created_at, id) where not archived;

      create table table_size (
        table_id uuid primary key,
        row_count bigint not null,
        next_position bigint not null
      ) with (fillfactor = 50);

      create table table_row (
        table_id uuid not null,
        id uuid not null,
        position bigint not null,
        data jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        created_by uuid,
        created_in text,
        constraint table_row_id primary key (table_id, id)
      ) with (fillfactor = 90);
      create unique index table_row_position on table_row (table_id, position);

      create table table_key (
        table_id uuid not null,
        column_id text not null,
        key text collate "C" not null,
        tie bigint not null,
        row_id uuid not null,
        constraint table_key_value primary key (table_id, column_id, key, tie)
      );

      create table table_row_change (
        table_id uuid not null,
        row_id uuid not null,
        seq bigint generated always as identity,
        id uuid not null,
        operation text not null,
        at timestamptz not null,
        actor_id uuid,
        execution_id text,
        before jsonb,
        after jsonb,
        position bigint,
        created_at timestamptz,
        created_by uuid,
        created_in text,
        constraint table_row_change_order primary key (table_id, row_id, seq)
      );
      create index table_row_change_time on table_row_change (table_id, at);

      create table table_effect (
        key text primary key,
        table_id uuid not null,
        at timestamptz not null,
        result json
      );
      create index table_effect_time on table_effect (at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
