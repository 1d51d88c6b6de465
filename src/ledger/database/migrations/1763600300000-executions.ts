import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Executions1763600300000 implements MigrationInterface {
  name = 'Executions1763600300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table caller_execution (
        workspace_id uuid not null,
        name text not null,
        execution_id uuid not null,
        constraint caller_execution_key primary key (workspace_id, name)
      );

      create table idempotency (
        claim text not null constraint idempotency_key primary key,
        fingerprint text not null,
        execution_id uuid not null,
        job_id uuid,
        created_at timestamptz not null
      );
      create index idempotency_age on idempotency (created_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
