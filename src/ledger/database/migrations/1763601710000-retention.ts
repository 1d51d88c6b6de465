import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * How long workspaces keep their runs, which runs are kept whatever their time, and what has gone. The ledger of usage lies in the months of
 * its runs; it is made anew from their events.
 */
export class Retention1763601710000 implements MigrationInterface {
  name = 'Retention1763601710000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table workspace add column retention_days int;

      create table execution_hold (
        execution_id uuid primary key,
        workspace_id uuid not null,
        reason text not null,
        held_by uuid,
        held_at timestamptz not null
      );
      create index execution_hold_workspace on execution_hold (workspace_id, held_at, execution_id);

      create table retention_month (
        month date primary key,
        workspaces uuid[] not null,
        leftovers uuid[] not null,
        swept_at timestamptz not null
      );

      create index caller_execution_run on caller_execution (execution_id);

      drop table usage_entry;
      create table usage_entry (
        execution_id uuid primary key,
        account_id uuid not null,
        workspace_id uuid not null,
        workflow_id uuid not null,
        cost_usd double precision not null,
        at timestamptz not null,
        key_id uuid,
        model text
      ) partition by range (execution_id);
      create index usage_entry_workspace on usage_entry (workspace_id, at);
      create table usage_entry_default partition of usage_entry default;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
