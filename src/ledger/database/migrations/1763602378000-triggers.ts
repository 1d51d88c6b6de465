import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The triggers of workflows. */
export class Triggers1763602378000 implements MigrationInterface {
  name = 'Triggers1763602378000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table trigger (
      id uuid primary key,
      workspace_id uuid not null,
      workflow_id uuid not null,
      block_id text not null,
      block_name text not null,
      kind text not null,
      provider text not null,
      status text not null,
      pause_mode text,
      disabled_reason text,
      path text,
      config jsonb not null,
      version integer not null,
      position integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    await runner.query('create unique index trigger_block on trigger (workflow_id, block_id)');
    await runner.query('create unique index trigger_path on trigger (path)');
    await runner.query('create index trigger_of_workspace on trigger (workspace_id, id)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
