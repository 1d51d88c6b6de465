import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Buckets of tokens that all processes share, and what the ledger of usage has to tell besides. */
export class Limits1763601100000 implements MigrationInterface {
  name = 'Limits1763601100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create unlogged table rate_bucket (
        key text primary key,
        rate bigint not null,
        tokens bigint not null,
        granted bigint not null,
        refilled_at timestamptz not null
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
      alter table usage_entry add key_id uuid, add model text;
      create index usage_entry_workspace on usage_entry (workspace_id, at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
