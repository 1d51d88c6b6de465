import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Model providers of workspaces, and policies of models of workspaces and organizations. */
export class ModelProviders1763602368000 implements MigrationInterface {
  name = 'ModelProviders1763602368000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table model_provider (
      id uuid not null,
      workspace_id uuid not null,
      name text not null,
      kind text not null,
      base_url text not null,
      secret text,
      headers json not null,
      idle_timeout_ms integer not null,
      models json,
      lacks json not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (id)
    )`);
    await runner.query('create unique index model_provider_name on model_provider (workspace_id, lower(name))');
    await runner.query('alter table workspace add column model_policy json');
    await runner.query('alter table organization add column model_policy json');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
