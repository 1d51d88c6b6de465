import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rotated secrets of webhooks, and who waits for one of their events. */
export class WebhookSecretsAndListeners1763602444000 implements MigrationInterface {
  name = 'WebhookSecretsAndListeners1763602444000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table trigger add column secret_former_until timestamptz');
    await runner.query('create table trigger_secret (trigger_id uuid primary key, sealed text not null)');
    await runner.query(`create table trigger_listener (
      id uuid primary key,
      token_digest text not null unique,
      workspace_id uuid not null,
      workflow_id uuid not null,
      block_id text not null,
      version integer not null,
      expires_at timestamptz not null,
      event jsonb
    )`);
    await runner.query('create index trigger_listener_age on trigger_listener (expires_at)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
