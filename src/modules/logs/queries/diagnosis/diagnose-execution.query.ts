import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { Pool } from 'pg';
import { Config } from '#host/config/config.js';
import { EventStore } from '#ledger/events/event-store.js';
import { workStanding } from '#ledger/work/work-standing.js';
import { Clock } from '#kernel/clock.js';
import { foldExecution } from '#engine/execution.state.js';
import { RunStore, type LocatedRun } from '#modules/runs/index.js';
import { ExecutionJobs } from '#modules/runs/index.js';
import { type Diagnosis, diagnose } from './diagnosis.js';
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
  ) {}

  async execute({ run }: DiagnoseExecution): Promise<{ workspaceId: string; diagnosis: Diagnosis }> {
    const { executionId, workflowId, workspaceId } = await this.runs.locate(run, 'read');
    const job = await this.jobs.find(executionId);
    const ids = [executionId, ...(job === undefined ? [] : [job.jobId])];
    // Before the events, since work ends together with its run.
    const work = await workStanding(this.pool, ids);
    const events = await runEvents(this.store, executionId, 0);
    const deadLetters = await this.#deadLetters(ids);
    const state = foldExecution(events);
    const facts = {
      executionId: run.id,
      workflowId,
      baseUrl: this.config.baseUrl,
      events,
      state,
      job,
      work,
      deadLetters,
      now: this.clock.now(),
    };
    return { workspaceId, diagnosis: diagnose(facts) };
  }

  async #deadLetters(streamIds: readonly string[]): Promise<Diagnosis['deadLetters']> {
    const { rows } = await this.pool.query<Diagnosis['deadLetters'][number]>(
      'select projection, type, error from dead_letter where stream_id = any($1::uuid[]) order by projection, pos',
      [streamIds],
    );
    return rows;
  }
}
