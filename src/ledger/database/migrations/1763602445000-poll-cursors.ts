import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far triggers that poll have read their sources. */
export class PollCursors1763602445000 implements MigrationInterface {
  name = 'PollCursors1763602445000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table poll_cursor (trigger_id uuid primary key, place jsonb not null)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
