import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Work that waits for its time, apart from the queue, so that what waits costs those nothing that look for something to do. */
export class Timers1763600800000 implements MigrationInterface {
  name = 'Timers1763600800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table timer (
        id uuid primary key,
        kind text not null,
        workspace_id uuid not null,
        stream_id uuid not null,
        priority int not null,
        fence bigint not null,
        due_at timestamptz not null
      );
      create index timer_due on timer (due_at, id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table timer');
  }
}
