import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Secrets of workspaces, sealed, and the workspaces whose secrets nobody may use any more. */
export class Environment1763600600000 implements MigrationInterface {
  name = 'Environment1763600600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table environment_variable (
        workspace_id uuid not null,
        name text collate "C" not null,
        ciphertext text not null,
        updated_at timestamptz not null,
        primary key (workspace_id, name)
      );

      create table ended_environment (
        workspace_id uuid primary key
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
