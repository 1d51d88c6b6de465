import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { conflict, invalidField, notFound } from '#kernel/errors.js';
import { ExecutionJobs } from '../jobs/execution-jobs.js';
import type { ExecutionStarted, ReplayMode, RunOrigin } from '#engine/execution.events.js';
import { foldExecution, isOver } from '#engine/execution.state.js';
import { replayedFacts } from '#engine/replay/replayed-facts.js';
import { type RunName, nameOf, RunStore, type FoundRun } from './run-store.js';

type Started = ReturnType<typeof ExecutionStarted>['payload'];

/** The data that a replay copies from the run that it repeats, and its reference to that run. */
export interface RepeatedRun extends Pick<Started, 'deploymentVersion' | 'trigger' | 'input'> {
  readonly origin: RunOrigin;
}

export interface Replay {
  readonly mode: ReplayMode;
  readonly from: string | undefined;
  /** Whether the replay continues where the run has stopped, because it was quarantined. */
  readonly continues?: true;
}

/**
 * The run that a replay is to repeat.
 * @throws DomainError not-found, forbidden; conflict until the run has ended, and when a run that was not quarantined is to be continued;
 * invalid when the block `from` did not run in it
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
    private readonly runs: RunStore,
    private readonly jobs: ExecutionJobs,
  ) {}

  async execute({ run: asked, replay: { mode, from, continues } }: FindRepeatedRun): Promise<RepeatedRun> {
    const run = await this.runs.find(asked, 'write');
    const { executionId } = run;
    const events = await this.runs.history(executionId);
    const state = foldExecution(events);
    if (state === undefined) throw await this.#unstarted(run);
    if (!isOver(state)) throw notYet(state.status);
    const { deploymentVersion, trigger, input } = state.started;
    if (continues !== undefined) {
      if (state.reason !== 'quarantined') throw conflict('CONFLICT', `Execution ${nameOf(run)} was not quarantined: replay it instead`);
      return { deploymentVersion, trigger, input, origin: { executionId, mode, continues } };
    }
    if (from === undefined) return { deploymentVersion, trigger, input, origin: { executionId, mode } };
    if (replayedFacts(events, from, '') === undefined) {
      throw invalidField('from', `from must name a block that ran in execution ${nameOf(run)}: "${from}" did not`);
    }
    return { deploymentVersion, trigger, input, origin: { executionId, mode, from } };
  }

  /** A run without events has not started, was cancelled before it started, or is known by its job only. */
  async #unstarted({ executionId }: FoundRun): Promise<Error> {
    const job = await this.jobs.find(executionId);
    if (job === undefined || job.completedAt === null) return notYet(job?.status === 'queued' ? 'queued' : 'running');
    return job.startedAt === null ? conflict('CONFLICT', 'Execution cannot be replayed: it never began') : notFound('Execution');
  }
}

function notYet(status: string): Error {
  return conflict('CONFLICT', `Execution cannot be replayed while ${status}`);
}
