import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations that agents remember, and holds on bytes that are rows. */
export class Conversations1763602367000 implements MigrationInterface {
  name = 'Conversations1763602367000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table object_hold alter column object_key drop not null');
    await runner.query(`create table memory_conversation (
      id uuid primary key,
      workspace_id uuid not null,
      conversation_id text not null,
      account_id uuid not null,
      version bigint not null,
      deleted_through bigint not null,
      messages bigint not null,
      bytes bigint not null,
      updated_at timestamptz not null
    )`);
    await runner.query(`create index memory_conversation_of on memory_conversation (workspace_id, conversation_id collate "C")
      where messages > 0`);
    await runner.query(`create table memory_turn (
      conversation uuid not null,
      version bigint not null,
      workspace_id uuid not null,
      through bigint,
      content text not null,
      salt text not null,
      messages integer not null,
      bytes bigint not null,
      execution_id uuid,
      at timestamptz not null,
      expires_at timestamptz,
      primary key (conversation, version)
    )`);
    await runner.query('create index memory_turn_of on memory_turn (workspace_id, at)');
    await runner.query('create index memory_turn_expiry on memory_turn (expires_at) where expires_at is not null');
    await runner.query(`create table memory_effect (
      conversation uuid not null,
      effect_key text not null,
      at timestamptz not null,
      primary key (conversation, effect_key)
    )`);
    await runner.query('create index memory_effect_at on memory_effect (at)');
    await runner.query('create table ended_memory_workspace (workspace_id uuid primary key)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
