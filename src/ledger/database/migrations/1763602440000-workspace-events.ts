import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of workspaces that start runs. */
export class WorkspaceEvents1763602440000 implements MigrationInterface {
  name = 'WorkspaceEvents1763602440000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table workspace_event_place (id integer primary key, tx text not null, pos bigint not null)`);
    // The first round moves the place to the end of the log, since no trigger waits for events yet.
    await runner.query(`insert into workspace_event_place (id, tx, pos) values (1, '0', 0)`);
    await runner.query(`create table workspace_event (
      id uuid primary key,
      trigger_id uuid not null,
      key text not null,
      payload jsonb not null,
      call_chain text[] not null
    )`);
    await runner.query(`create table event_rule (
      trigger_id uuid not null,
      workflow_id uuid not null,
      fired_at timestamptz,
      last_run_at timestamptz,
      primary key (trigger_id, workflow_id)
    )`);
    await runner.query(`create table event_rule_run (
      trigger_id uuid not null,
      workflow_id uuid not null,
      run_id uuid not null,
      ended_at timestamptz not null,
      failed boolean not null,
      duration_ms bigint not null,
      primary key (trigger_id, run_id)
    )`);
    await runner.query('create index event_rule_run_window on event_rule_run (trigger_id, workflow_id, ended_at, run_id)');
    await runner.query('create index event_rule_run_age on event_rule_run (ended_at)');
    await runner.query(`create index trigger_workspace_event on trigger (id) where kind = 'sim_workspace_event'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
