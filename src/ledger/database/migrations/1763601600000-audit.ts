import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit log. Entries and roots are only ever inserted. Each index of entries ends in (created_at, seq), the order of the pages; most
 * entries are runs, so those that find other actions leave runs out.
 */
export class Audit1763601600000 implements MigrationInterface {
  name = 'Audit1763601600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_entry (
        chain uuid not null,
        seq bigint not null,
        id uuid not null,
        created_at timestamptz not null,
        action text not null,
        resource_type text not null,
        resource_id text not null,
        resource_name text,
        workspace_id uuid,
        actor_id uuid,
        actor_name text,
        actor_email text,
        key_id uuid,
        request_id text,
        ip text,
        user_agent text,
        metadata json not null,
        hash text not null,
        primary key (chain, seq)
      );
      create unique index audit_entry_id on audit_entry (id);
      create index audit_entry_page on audit_entry (workspace_id, created_at desc, seq desc);
      create index audit_entry_resource_page on audit_entry (workspace_id, resource_id, created_at desc, seq desc);
      create index audit_entry_actor_page on audit_entry (workspace_id, actor_id, created_at desc, seq desc);
      create index audit_entry_change_page on audit_entry (workspace_id, action, created_at desc, seq desc) where action <> 'workflow.execute';
      create index audit_entry_type_page on audit_entry (workspace_id, resource_type, created_at desc, seq desc) where action <> 'workflow.execute';
      create index audit_entry_organization_page on audit_entry (chain, created_at desc, seq desc) where workspace_id is null;

      create table audit_chain (
        id uuid primary key,
        seq bigint not null,
        hash text not null,
        roots int not null,
        root_hash text,
        open_count int not null,
        open_peaks text[] not null,
        open_since timestamptz
      ) with (fillfactor = 70);
      create index audit_chain_open on audit_chain (open_since) where open_since is not null;

      create table audit_root (
        chain uuid not null,
        number int not null,
        first bigint not null,
        last bigint not null,
        root text not null,
        head text not null,
        previous text,
        closed_at timestamptz not null,
        key_id text not null,
        signature text not null,
        primary key (chain, number)
      );

      create table audit_subject (
        key text primary key,
        organization_id uuid,
        name text,
        settings json not null
      );

      create table audit_affiliation (
        organization_id uuid not null,
        user_id uuid not null,
        departed boolean not null,
        primary key (organization_id, user_id)
      );

      create table audit_place (
        id int primary key,
        tx text not null,
        pos bigint not null
      );
      insert into audit_place (id, tx, pos) values (1, '0', 0);

      create table audit_signing_key (
        id int primary key,
        public_key text not null,
        sealed_key text not null
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
