import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the ledger of usage adds up to, so that nobody has to read its rows one by one. */
export class UsageTotals1763601300000 implements MigrationInterface {
  name = 'UsageTotals1763601300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table usage_period (
        account_id uuid not null,
        month date not null,
        cost_nano_usd bigint not null,
        primary key (account_id, month)
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

      create table usage_day (
        workspace_id uuid not null,
        day date not null,
        workflow_id uuid not null,
        key_id text not null,
        model text not null,
        executions bigint not null,
        cost_nano_usd bigint not null,
        primary key (workspace_id, day, workflow_id, key_id, model)
      ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

      drop index usage_entry_account;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
