import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far rebuilds of projections have come. */
export class ProjectionRebuilds1763601700000 implements MigrationInterface {
  name = 'ProjectionRebuilds1763601700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table projection_rebuild (
        name text primary key,
        version int not null,
        tx xid8 not null,
        pos bigint not null,
        events bigint not null,
        total bigint not null,
        started_at timestamptz not null,
        updated_at timestamptz not null
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table projection_rebuild');
  }
}
