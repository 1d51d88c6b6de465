import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who sign in: their passwords, sessions, links that set a password, invitations, and wrong passwords. */
export class SignIn1763602450000 implements MigrationInterface {
  name = 'SignIn1763602450000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table user_password (
      user_id uuid primary key,
      password_id uuid not null,
      hash text not null,
      set_at timestamptz not null
    )`);
    await runner.query(`create table user_session (
      id uuid primary key,
      user_id uuid not null,
      password_id uuid not null,
      method text not null,
      address text,
      agent text,
      is_kept boolean not null,
      started_at timestamptz not null,
      confirmed_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz
    )`);
    await runner.query('create index user_session_of on user_session (user_id)');
    await runner.query(`create table session_secret (
      session_id uuid primary key,
      digest text not null,
      last_seen_at timestamptz not null,
      constraint session_secret_digest unique (digest)
    )`);
    await runner.query(`create table sign_in_link (
      id uuid primary key,
      kind text not null,
      user_id uuid not null,
      digest text not null,
      expires_at timestamptz not null,
      constraint sign_in_link_digest unique (digest)
    )`);
    await runner.query('create index sign_in_link_of on sign_in_link (user_id)');
    await runner.query(`create table workspace_invitation (
      id uuid primary key,
      workspace_id uuid not null,
      email text not null,
      permission text not null,
      digest text not null,
      invited_at timestamptz not null,
      expires_at timestamptz not null,
      constraint workspace_invitation_digest unique (digest)
    )`);
    await runner.query('create index workspace_invitation_of on workspace_invitation (workspace_id, email)');
    await runner.query(`create table sign_in_failure (
      account text primary key,
      failures integer not null,
      failed_at timestamptz not null
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
