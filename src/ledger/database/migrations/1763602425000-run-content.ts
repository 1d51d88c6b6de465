import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Contents of runs that keep none, until the runs have ended. */
export class RunContent1763602425000 implements MigrationInterface {
  name = 'RunContent1763602425000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table run_content (
      stream_id uuid not null,
      position integer not null,
      run_id uuid not null,
      payload text not null,
      at timestamptz not null,
      primary key (stream_id, position)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
    await runner.query('create index run_content_run_id on run_content (run_id, at)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
