import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events, blobs, the work queue and the book-keeping of projections. */
export class Foundation1763600000000 implements MigrationInterface {
  name = 'Foundation1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create sequence event_pos as bigint;

      create table run_event (
        pos bigint not null default nextval('event_pos'),
        tx xid8 not null default pg_current_xact_id(),
        stream_id uuid not null,
        version int not null,
        type text not null,
        schema_version smallint not null,
        workspace_id uuid,
        data json not null,
        meta json,
        claims json,
        at timestamptz not null,
        primary key (stream_id, version)
      ) partition by range (stream_id);
      create index run_event_order on run_event (tx, pos);
      create table run_event_default partition of run_event default;

      create table ledger_event (like run_event including defaults);
      alter table ledger_event add primary key (stream_id, version);
      create index ledger_event_order on ledger_event (tx, pos);

      create table blob (
        month date not null,
        workspace_id uuid not null,
        hash text not null,
        bytes bigint not null,
        data json not null,
        primary key (month, workspace_id, hash)
      ) partition by range (month);
      create table blob_ledger partition of blob for values from (minvalue) to ('2020-01-01');
      create table blob_default partition of blob default;

      create table work_item (
        id uuid primary key,
        kind text not null,
        workspace_id uuid not null,
        stream_id uuid not null,
        priority int not null,
        turn bigint not null,
        due_at timestamptz not null,
        owner int,
        fence bigint not null,
        lease_until timestamptz,
        attempts int not null
      ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
      create index work_item_queue on work_item (priority desc, turn, id) where owner is null;
      create index work_item_leased on work_item (owner) where owner is not null;

      create table projection_checkpoint (
        name text not null,
        version int not null,
        tx xid8 not null default '0',
        pos bigint not null default 0,
        events bigint not null default 0,
        updated_at timestamptz not null default now(),
        primary key (name, version)
      );

      create table dead_letter (
        projection text not null,
        projection_version int not null,
        tx text not null,
        pos bigint not null,
        stream_id uuid not null,
        version int not null,
        type text not null,
        error text not null,
        at timestamptz not null default now(),
        primary key (projection, projection_version, pos)
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
