import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The owner number of the last follower that does nothing else. It takes turns from processes that have other work, too. */
export class DedicatedFollowers1763602508000 implements MigrationInterface {
  name = 'DedicatedFollowers1763602508000';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['projection_checkpoint', 'audit_place']) await runner.query(`alter table ${table} add column dedicated integer`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
