import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The charges of model calls and their totals of days. They are tables of their own: servers of the former release go on with the tables of
 * runs and embeddings, whose keys stay.
 */
export class ChargedModelCalls1763602371000 implements MigrationInterface {
  name = 'ChargedModelCalls1763602371000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table usage_call (
      execution_id uuid not null,
      position integer not null,
      account_id uuid not null,
      workspace_id uuid not null,
      workflow_id uuid not null,
      key_id uuid,
      provider text not null,
      model text not null,
      key_of text not null,
      block_id text not null,
      node text not null,
      tool text,
      outcome text not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cached_tokens bigint not null,
      reasoning_tokens bigint not null,
      cost_nano_usd bigint,
      is_estimated boolean not null,
      at timestamptz not null,
      primary key (execution_id, position)
    ) partition by range (execution_id)`);
    await runner.query('create index usage_call_workspace on usage_call (workspace_id, at)');
    await runner.query('create table usage_call_default partition of usage_call default');
    await runner.query(`create table usage_call_day (
      workspace_id uuid not null,
      day date not null,
      workflow_id uuid not null,
      key_id text not null,
      provider text not null,
      model text not null,
      block_id text not null,
      account_id uuid not null,
      calls bigint not null,
      unpriced_calls bigint not null,
      input_tokens bigint not null,
      output_tokens bigint not null,
      cached_tokens bigint not null,
      reasoning_tokens bigint not null,
      cost_nano_usd bigint not null,
      own_key_nano_usd bigint not null,
      primary key (workspace_id, day, workflow_id, key_id, provider, model, block_id, account_id)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000)`);
    await runner.query('create index usage_call_day_account on usage_call_day (account_id, day)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
