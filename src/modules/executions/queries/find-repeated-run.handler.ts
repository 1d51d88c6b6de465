import { QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#infrastructure/event-store/event-store.js';
import { conflict, invalidField, notFound } from '#kernel/errors.js';
import { ExecutionJobs } from '#modules/jobs/index.js';
import type { ExecutionEvent } from '../domain/execution.events.js';
import { foldExecution, isOver } from '../domain/execution.state.js';
import { replayedFacts } from '../engine/replayed-facts.js';
import { nameOf, RunFinder, type FoundRun } from '../runtime/run-finder.js';
import { FindRepeatedRun, type RepeatedRun } from './find-repeated-run.query.js';

@QueryHandler(FindRepeatedRun)
export class FindRepeatedRunHandler implements IQueryHandler<FindRepeatedRun> {
  constructor(
    private readonly finder: RunFinder,
    private readonly store: EventStore,
    private readonly jobs: ExecutionJobs,
  ) {}

  async execute({ run: asked, replay: { mode, from } }: FindRepeatedRun): Promise<RepeatedRun> {
    const run = await this.finder.find(asked, 'write');
    const { executionId } = run;
    const events = (await this.store.read('run', executionId)) as unknown as ExecutionEvent[];
    const state = foldExecution(events);
    if (state === undefined) throw await this.#unbegun(run);
    if (!isOver(state)) throw notYet(state.status);
    const { deploymentVersion, trigger, input } = state.started;
    if (from === undefined) return { deploymentVersion, trigger, input, origin: { executionId, mode } };
    if (replayedFacts(events, from, '') === undefined) {
      throw invalidField('from', `from must name a block that ran in execution ${nameOf(run)}: "${from}" did not`);
    }
    return { deploymentVersion, trigger, input, origin: { executionId, mode, from } };
  }

  /** A run without events has not begun, or was cancelled before it could, or is known to its job alone. */
  async #unbegun({ executionId }: FoundRun): Promise<Error> {
    const job = await this.jobs.find(executionId);
    if (job === undefined || job.completedAt === null) return notYet(job?.status === 'queued' ? 'queued' : 'running');
    return job.startedAt === null ? conflict('CONFLICT', 'Execution cannot be replayed: it never began') : notFound('Execution');
  }
}

function notYet(status: string): Error {
  return conflict('CONFLICT', `Execution cannot be replayed while ${status}`);
}
