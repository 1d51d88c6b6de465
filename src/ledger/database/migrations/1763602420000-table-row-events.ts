import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Changes of table rows that have watchers. */
export class TableRowEvents1763602420000 implements MigrationInterface {
  name = 'TableRowEvents1763602420000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table table_row_watch (
      watcher_id uuid primary key,
      table_id uuid not null,
      kind text not null,
      column_ids text[]
    )`);
    await runner.query('create index table_row_watch_table on table_row_watch (table_id)');
    await runner.query(`create table table_row_event (
      seq bigint generated always as identity primary key,
      watcher_id uuid not null,
      table_id uuid not null,
      row_id uuid not null,
      kind text not null,
      at timestamptz not null,
      execution_id text,
      call_chain text[] not null,
      before jsonb,
      after jsonb,
      batch bigint
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    await runner.query('create index table_row_event_table on table_row_event (table_id, seq)');
    await runner.query('create index table_row_event_batch on table_row_event (batch) where batch is not null');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
