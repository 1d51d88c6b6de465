import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Ended jobs are found by their ids, so that the end of a job changes no index. */
export class EndsOfJobs1763602504000 implements MigrationInterface {
  name = 'EndsOfJobs1763602504000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index job_finished');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
