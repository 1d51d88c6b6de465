import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Chats, who has begun their conversations, and the messages in them. */
export class Chats1763602460000 implements MigrationInterface {
  name = 'Chats1763602460000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table chat (
      id uuid primary key,
      workspace_id uuid not null,
      workflow_id uuid not null,
      identifier text not null constraint chat_identifier unique,
      title text not null,
      description text,
      customizations json not null,
      auth_type text not null,
      allowed_emails json not null,
      output_configs json not null,
      include_thinking boolean not null,
      include_tool_calls boolean not null,
      history_turns integer not null,
      allowed_origins json not null,
      is_active boolean not null,
      access_version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`);
    await runner.query('create index chat_of_workspace on chat (workspace_id, id)');
    await runner.query('create table chat_password (chat_id uuid primary key, hash text not null)');
    await runner.query(`create table chat_code (
      chat_id uuid not null,
      visitor text not null,
      code text not null,
      tries integer not null,
      sent integer not null,
      counted_from timestamptz not null,
      expires_at timestamptz not null,
      primary key (chat_id, visitor)
    )`);
    await runner.query(`create table chat_conversation (
      workspace_id uuid not null,
      conversation_id text not null,
      chat_id uuid not null,
      visitor text not null,
      created_at timestamptz not null,
      primary key (workspace_id, conversation_id)
    )`);
    await runner.query('create index chat_conversation_of on chat_conversation (chat_id, visitor)');
    await runner.query(`create table chat_turn (
      id uuid primary key,
      chat_id uuid not null,
      workspace_id uuid not null,
      conversation_id text not null,
      execution_id uuid not null,
      input text,
      files json not null,
      reply text,
      outcome text,
      at timestamptz not null
    )`);
    await runner.query('create index chat_turn_of on chat_turn (workspace_id, conversation_id, id)');
    await runner.query('create index chat_turn_run on chat_turn (execution_id)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
