import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Writers that count what the plan of a workspace limits take turns. */
export class PlanRoom1763602461000 implements MigrationInterface {
  name = 'PlanRoom1763602461000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table plan_room (id uuid primary key, fence bigint not null)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
