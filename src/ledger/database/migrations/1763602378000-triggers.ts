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
      failure_limit integer,
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
    await runner.query(`create table delivery (
      id uuid primary key,
      workspace_id uuid not null,
      trigger_id uuid not null,
      workflow_id uuid not null,
      outcome text not null,
      reason text,
      execution_id uuid,
      job_id uuid,
      duplicate_of uuid,
      replay_of uuid,
      scheduled_for timestamptz,
      received_at timestamptz not null,
      position integer not null
    ) partition by range (id)`);
    await runner.query('create index delivery_of_workspace on delivery (workspace_id, id)');
    await runner.query('create index delivery_of_trigger on delivery (trigger_id, id)');
    await runner.query(`create index delivery_held on delivery (trigger_id, id) where outcome = 'held'`);
    await runner.query('create index delivery_execution on delivery (execution_id) where execution_id is not null');
    await runner.query('create table delivery_default partition of delivery default');
    await runner.query(`create table delivery_claim (
      trigger_id uuid not null,
      key text not null,
      delivery_id uuid not null,
      created_at timestamptz not null,
      primary key (trigger_id, key)
    )`);
    await runner.query('create index delivery_claim_age on delivery_claim (created_at)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
