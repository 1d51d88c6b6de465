import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which transaction an event is of, and which transactions are settled, as functions: in a database that was restored into another
 * cluster, whose own count of transactions is lower, they add what is missing (see docs/adr/0048-a-backup-is-one-snapshot.md). PostgreSQL
 * puts their text in the place of their calls, so they cost nothing.
 */
export class OrderOfEvents1763602250000 implements MigrationInterface {
  name = 'OrderOfEvents1763602250000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create function event_tx() returns xid8 language sql stable as 'select pg_current_xact_id()';
      create function event_horizon() returns xid8 language sql stable as 'select pg_snapshot_xmin(pg_current_snapshot())';
      alter table run_event alter column tx set default event_tx();
      alter table ledger_event alter column tx set default event_tx();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table run_event alter column tx set default pg_current_xact_id();
      alter table ledger_event alter column tx set default pg_current_xact_id();
      drop function event_tx();
      drop function event_horizon();
    `);
  }
}
