import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { Config } from '#host/config/config.js';
import { EventStore } from '#ledger/events/event-store.js';
import { workStanding } from '#ledger/work/work-standing.js';
import { Clock } from '#kernel/clock.js';
import { foldExecution } from '#engine/execution.state.js';
import { RunIntegrity } from '#modules/audit/index.js';
import { RunStore, type LocatedRun } from '#modules/runs/index.js';
import { ExecutionJobs } from '#modules/runs/index.js';
import { type Diagnosis, diagnose, diagnoseChanged } from './diagnosis.js';
import type { LogRow } from '../log-view.js';
import { LogRows } from '../pages/log-rows.js';
import { logStatement } from '../pages/log-statement.js';
import { runEvents } from './run-events.js';

/** @throws DomainError not-found, the same for an absent and a foreign run */
export class DiagnoseExecution extends Query<{ readonly workspaceId: string; readonly diagnosis: Diagnosis }> {
  constructor(readonly run: LocatedRun) {
    super();
  }
}

/** Reads events, not the log: it also finds a run that never began, or that the projection could not apply. */
@QueryHandler(DiagnoseExecution)
export class DiagnoseExecutionHandler implements IQueryHandler<DiagnoseExecution> {
  constructor(
    private readonly runs: RunStore,
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
    private readonly pool: Pool,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly rows: LogRows,
    private readonly integrity: RunIntegrity,
  ) {}

  async execute({ run }: DiagnoseExecution): Promise<{ workspaceId: string; diagnosis: Diagnosis }> {
    const { executionId, workflowId, workspaceId } = await this.runs.locate(run, 'read');
    const job = await this.jobs.find(executionId);
    const ids = [executionId, ...(job === undefined ? [] : [job.jobId])];
    // Before the events, since work ends together with its run.
    const work = await workStanding(this.pool, ids);
    const deadLetters = await this.#deadLetters(ids);
    const known = { executionId: run.id, workflowId, baseUrl: this.config.baseUrl, job, work, deadLetters };
    try {
      const events = await runEvents(this.store, executionId, 0);
      const facts = { ...known, events, state: foldExecution(events), now: this.clock.now() };
      return { workspaceId, diagnosis: diagnose(facts) };
    } catch (error) {
      const integrity = await this.integrity.explain(error, executionId, workspaceId);
      const [row] = await this.rows.query<LogRow>(logStatement(executionId));
      const facts = { ...known, events: [], state: undefined, now: this.clock.now() };
      return { workspaceId, diagnosis: diagnoseChanged(facts, integrity, row?.status) };
    }
  }

  async #deadLetters(streamIds: readonly string[]): Promise<Diagnosis['deadLetters']> {
    const { rows } = await this.pool.query<Diagnosis['deadLetters'][number]>(
      'select projection, type, error from dead_letter where stream_id = any($1::uuid[]) order by projection, pos',
      [streamIds],
    );
    return rows;
  }
}
