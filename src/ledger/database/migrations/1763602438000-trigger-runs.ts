import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the runs of triggers ended, as far as this decides whether a trigger stays active. There were no triggers before, so the place is the newest event. */
export class TriggerRuns1763602438000 implements MigrationInterface {
  name = 'TriggerRuns1763602438000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table trigger_runs (
      trigger_id uuid primary key,
      failures integer not null,
      position integer not null
    )`);
    await runner.query('create table trigger_place (id integer primary key, tx text not null, pos bigint not null)');
    await runner.query(`insert into trigger_place (id, tx, pos)
      select 1, tx::text, pos from (
        (select tx, pos from run_event order by tx desc, pos desc limit 1) union all
        (select tx, pos from ledger_event order by tx desc, pos desc limit 1)) e order by tx desc, pos desc limit 1`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
