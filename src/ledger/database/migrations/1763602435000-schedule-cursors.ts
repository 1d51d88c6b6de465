import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When schedules are due next. */
export class ScheduleCursors1763602435000 implements MigrationInterface {
  name = 'ScheduleCursors1763602435000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create sequence schedule_fence');
    // Claims change columns without an index, so rows stay on their pages.
    await runner.query(`create table schedule_cursor (
      id uuid primary key,
      polls boolean not null,
      due_at timestamptz,
      scheduled_for timestamptz,
      last_scheduled_for timestamptz,
      waiting_for timestamptz,
      fired integer not null,
      active_jobs text[] not null,
      zones text,
      fence bigint not null,
      claimed_until timestamptz,
      claimed_by integer
    ) with (fillfactor = 70)`);
    await runner.query('create index schedule_cursor_due on schedule_cursor (polls, due_at) where due_at is not null');
    await runner.query(`insert into schedule_cursor (id, polls, due_at, fired, active_jobs, fence)
      select id, false, case status when 'active' then now() end, 0, '{}', -position from trigger where kind = 'schedule'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
