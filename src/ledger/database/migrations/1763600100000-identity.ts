import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Organizations, users, workspaces, their members, and API keys. */
export class Identity1763600100000 implements MigrationInterface {
  name = 'Identity1763600100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization (
        id uuid primary key,
        name text not null,
        plan text not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint organization_name unique (name)
      );

      create table organization_member (
        organization_id uuid not null,
        user_id uuid not null,
        role text not null,
        joined_at timestamptz not null,
        primary key (organization_id, user_id)
      );
      create index organization_member_user on organization_member (user_id, joined_at);

      create table user_account (
        id uuid primary key,
        email text not null,
        name text not null,
        is_operator boolean not null,
        suspended boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        constraint user_account_email unique (email)
      );

      create table workspace (
        id uuid primary key,
        name text not null,
        organization_id uuid,
        owner_id uuid not null,
        allow_personal_api_keys boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      create index workspace_organization on workspace (organization_id);

      create table workspace_member (
        workspace_id uuid not null,
        user_id uuid not null,
        permission text not null,
        primary key (workspace_id, user_id)
      );
      create index workspace_member_user on workspace_member (user_id);

      create table api_key (
        id uuid primary key,
        kind text not null,
        name text not null,
        user_id uuid not null,
        workspace_id uuid,
        display_key text not null,
        scope text not null,
        created_at timestamptz not null,
        expires_at timestamptz,
        revoked_at timestamptz
      );
      create unique index api_key_name on api_key (coalesce(workspace_id, user_id), name) where revoked_at is null;

      create table api_key_secret (
        key_id uuid primary key,
        digest text not null,
        ciphertext text not null,
        has_checksum boolean not null,
        constraint api_key_secret_digest unique (digest)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
