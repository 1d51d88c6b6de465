import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log lies in the months of its runs, beside their events. Its rows are made anew from the events, so the former ones are dropped.
 * Each index serves one way to narrow a page, see docs/adr/0030-log-pages-are-found-by-month.md.
 */
export class LogsByMonth1763601500000 implements MigrationInterface {
  name = 'LogsByMonth1763601500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;

      drop table execution_log;
      create table execution_log (
        id uuid primary key,
        workspace_id uuid not null,
        workflow_id uuid not null,
        user_id uuid not null,
        started_at timestamptz not null,
        ended_at timestamptz,
        duration_ms bigint,
        deployment_version int not null,
        level text not null,
        trigger text not null,
        status text not null,
        cost numeric not null,
        models text[] not null,
        caller_execution_id text,
        error text
      ) partition by range (id);
      create table execution_log_default partition of execution_log default;

      create index execution_log_page on execution_log (workspace_id, started_at, id);
      create index execution_log_workflow on execution_log (workspace_id, workflow_id, started_at, id);
      create index execution_log_outcome on execution_log (workspace_id, level, trigger, started_at, id);
      create index execution_log_models on execution_log (workspace_id, models, started_at, id) where models <> '{}';
      create index execution_log_duration on execution_log (workspace_id, duration_ms);
      create index execution_log_cost on execution_log (workspace_id, cost);
      create index execution_log_caller on execution_log (caller_execution_id, workspace_id, started_at, id)
        where caller_execution_id is not null;
      create index execution_log_error on execution_log using gin (workspace_id, error gin_trgm_ops)
        with (gin_pending_list_limit = 512) where error is not null;

      create index workflow_workspace on workflow (workspace_id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations of Sluice only go forward; restore a backup instead');
  }
}
