import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What models write, while their calls are in progress. */
export class RunText1763602375000 implements MigrationInterface {
  name = 'RunText1763602375000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table run_text (
      execution_id uuid not null,
      position integer not null,
      attempt integer not null,
      kind text not null,
      start integer not null,
      text text not null,
      at timestamptz not null,
      primary key (execution_id, position, attempt, kind, start)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    await runner.query('create index run_text_at on run_text (at)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
