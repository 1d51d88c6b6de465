import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { EventStore } from '#ledger/events/event-store.js';
import { conflict, invalidField, notFound } from '#kernel/errors.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import type { ExecutionStarted, ReplayMode, RunOrigin, ExecutionEvent } from '#engine/execution.events.js';
import { foldExecution, isOver } from '#engine/execution.state.js';
import { replayedFacts } from '#engine/replay/replayed-facts.js';
import { type RunName, nameOf, RunFinder, type FoundRun } from './run-finder.js';

type Started = ReturnType<typeof ExecutionStarted>['payload'];

/** What a replay has in common with the run that it repeats, and what it remembers of it. */
export interface RepeatedRun extends Pick<Started, 'deploymentVersion' | 'trigger' | 'input'> {
  readonly origin: RunOrigin;
}

export interface Replay {
  readonly mode: ReplayMode;
  readonly from: string | undefined;
}

/**
 * A run that somebody wants to repeat.
 * @throws DomainError not-found, forbidden; conflict as long as the run has not ended; invalid when `from` did not run in it
 */
export class FindRepeatedRun extends Query<RepeatedRun> {
  constructor(
    readonly run: RunName,
    readonly replay: Replay,
  ) {
    super();
  }
}

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
