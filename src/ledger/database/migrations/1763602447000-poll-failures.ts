import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Triggers whose last poll failed. */
export class PollFailures1763602447000 implements MigrationInterface {
  name = 'PollFailures1763602447000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table poll_failure (
      trigger_id uuid primary key,
      message text not null,
      since timestamptz not null,
      at timestamptz not null
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
