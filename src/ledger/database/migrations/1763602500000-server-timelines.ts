import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The timelines that the server of the database has reached: a promotion begins one. A restored backup has those of the former server as well. */
export class ServerTimelines1763602500000 implements MigrationInterface {
  name = 'ServerTimelines1763602500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table server_timeline (
      system_identifier text not null,
      timeline integer not null,
      since timestamp with time zone not null default now(),
      primary key (system_identifier, timeline)
    )`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
