import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work that has lost processes. Processes of the release before leave the table alone. */
export class WorkSuspects1763602351000 implements MigrationInterface {
  name = 'WorkSuspects1763602351000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table work_suspect (
      item_id uuid primary key,
      losses integer not null,
      blamed_on integer[] not null,
      on_trial boolean not null,
      not_before timestamptz not null)`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
