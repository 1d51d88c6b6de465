import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One process at a time follows events into a view or the audit log. Its owner number and its last sign of life are beside the place. */
export class TurnsOfFollowers1763602490000 implements MigrationInterface {
  name = 'TurnsOfFollowers1763602490000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['projection_checkpoint', 'audit_place']) {
      await runner.query(`alter table ${table} add column follower integer, add column beat_at timestamp with time zone`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
